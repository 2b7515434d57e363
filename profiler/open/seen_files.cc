#include "profiler/open/seen_files.h"

#include <sys/stat.h>

#include <algorithm>
#include <fstream>
#include <functional>
#include <string_view>

#include "profiler/io/input.h"

namespace profiler {
namespace {

// Compares in chunks, so that large files are never in memory.
bool SameBytes(const std::string& a_path, const std::string& b_path) {
  constexpr size_t kChunk = size_t{1} << 24;
  const absl::StatusOr<Input> a = Input::Map(a_path), b = Input::Map(b_path);
  if (!a.ok() || !b.ok() || a->bytes().size() != b->bytes().size()) return false;
  for (size_t at = 0; at < a->bytes().size(); at += kChunk) {
    const std::string_view of_a = a->bytes().substr(at, kChunk);
    const std::string_view of_b = b->bytes().substr(at, kChunk);
    if (of_a != of_b) return false;
    a->Release(of_a);
    b->Release(of_b);
  }
  return true;
}

// A hash of the first and the last bytes, which is equal for copies and rarely equal for other
// files.
size_t LookOf(const std::string& path, uintmax_t size) {
  constexpr std::streamsize kEnd = 4 << 10;
  std::string ends(2 * kEnd, '\0');
  std::ifstream file(path, std::ios::binary);
  file.read(ends.data(), kEnd);
  file.clear();
  const auto end = static_cast<std::streamoff>(size);
  file.seekg(end - std::min<std::streamoff>(end, kEnd));
  file.read(ends.data() + kEnd, kEnd);
  return std::hash<std::string>()(ends);
}

}  // namespace

bool SeenFiles::Add(const std::string& path) {
  struct stat info;
  if (stat(path.c_str(), &info) != 0) return unknown_.insert(path).second;
  if (!files_.insert({info.st_dev, info.st_ino}).second) return false;
  if (!S_ISREG(info.st_mode)) return true;
  const auto size = static_cast<uintmax_t>(info.st_size);
  const auto [first, is_first] = first_of_size_.try_emplace(size, path);
  if (is_first) return true;
  if (!first->second.empty()) {
    const std::string& earlier = first->second;
    alike_[{size, LookOf(earlier, size)}].push_back(earlier);
    first->second.clear();
  }
  std::vector<std::string>& others = alike_[{size, LookOf(path, size)}];
  if (std::any_of(others.begin(), others.end(),
                  [&](const std::string& other) { return SameBytes(path, other); })) {
    return false;
  }
  others.push_back(path);
  return true;
}

}  // namespace profiler
