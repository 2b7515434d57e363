#ifndef PROFILER_ENGINE_FILES_SMALL_FILE_H_
#define PROFILER_ENGINE_FILES_SMALL_FILE_H_

#include <string>
#include <string_view>

#include "absl/status/statusor.h"

namespace profiler {

// The text of a file that a user wrote by hand, of at most 1 MB. Errors say "cannot read WHAT in
// PATH", or that it is larger, followed by `hint`.
absl::StatusOr<std::string> ReadSmallFile(const std::string& path, std::string_view what,
                                          std::string_view hint = "");

}  // namespace profiler

#endif  // PROFILER_ENGINE_FILES_SMALL_FILE_H_
