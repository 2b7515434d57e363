#include "profiler/inputs/seen_files.h"

#include <algorithm>
#include <filesystem>
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

}  // namespace

bool SeenFiles::Add(const std::string& path) {
  std::error_code error, ignored;
  const fs::path same = fs::canonical(path, error);
  if (!paths_.insert(error ? path : same.string()).second) return false;
  if (!fs::is_regular_file(path, ignored)) return true;
  const uintmax_t size = fs::file_size(path, error);
  if (error) return true;
  std::vector<std::string>& others = by_size_[size];
  if (std::any_of(others.begin(), others.end(),
                  [&](const std::string& other) { return SameBytes(path, other); })) {
    return false;
  }
  others.push_back(path);
  return true;
}

}  // namespace profiler
