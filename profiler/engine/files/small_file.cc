#include "profiler/engine/files/small_file.h"

#include <fmt/format.h>

#include <cerrno>
#include <cstring>
#include <fstream>

namespace profiler {

absl::StatusOr<std::string> ReadSmallFile(const std::string& path, std::string_view what,
                                          std::string_view hint) {
  constexpr size_t kLargestFile = 1 << 20;  // far more than anybody writes
  std::string text(kLargestFile + 1, '\0');
  std::ifstream file(path, std::ios::binary);
  file.read(text.data(), static_cast<std::streamsize>(text.size()));
  // A folder can be opened, but not read.
  if (!file.is_open() || file.bad()) {
    return absl::NotFoundError(
        fmt::format("cannot read {} in {}: {}", what, path, std::strerror(errno)));
  }
  text.resize(static_cast<size_t>(file.gcount()));
  if (text.size() > kLargestFile) {
    return absl::InvalidArgumentError(fmt::format("{} is larger than 1 MB{}", path, hint));
  }
  return text;
}

}  // namespace profiler
