#include "profiler/inputs/seen_files.h"

#include <algorithm>
#include <filesystem>
#include <functional>
#include <string_view>
#include <system_error>

#include "profiler/inputs/input.h"

namespace profiler {
namespace {

namespace fs = std::filesystem;

// Chunks, so that files larger than memory never stand in it.
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

// Of the first and the last bytes: equal for copies, and hardly ever for others.
size_t LookOf(const std::string& path) {
  constexpr size_t kEnd = 4 << 10;
  const absl::StatusOr<Input> input = Input::Map(path);
  if (!input.ok()) return 0;
  const std::string_view bytes = input->bytes();
  const std::hash<std::string_view> hash;
  const size_t of_end = hash(bytes.substr(bytes.size() - std::min(bytes.size(), kEnd)));
  return hash(bytes.substr(0, kEnd)) * 31 + of_end;
}

}  // namespace

bool SeenFiles::Add(const std::string& path) {
  std::error_code error, ignored;
  const fs::path same = fs::canonical(path, error);
  if (!paths_.insert(error ? path : same.string()).second) return false;
  if (!fs::is_regular_file(path, ignored)) return true;
  const uintmax_t size = fs::file_size(path, error);
  if (error) return true;
  const auto [first, is_first] = first_of_size_.try_emplace(size, path);
  if (is_first) return true;
  if (!first->second.empty()) {
    const std::string& earlier = first->second;
    alike_[{size, LookOf(earlier)}].push_back(earlier);
    first->second.clear();
  }
  std::vector<std::string>& others = alike_[{size, LookOf(path)}];
  if (std::any_of(others.begin(), others.end(),
                  [&](const std::string& other) { return SameBytes(path, other); })) {
    return false;
  }
  others.push_back(path);
  return true;
}

}  // namespace profiler
