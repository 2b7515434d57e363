#ifndef PROFILER_OPEN_EXPAND_H_
#define PROFILER_OPEN_EXPAND_H_

#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "profiler/base/run_context.h"
#include "profiler/readers/common/import_report.h"

namespace profiler {

// Expands the paths that the user gave to files: a folder to the profiles below it, a pattern with
// * ? or [ to its matches (unless a file has that very name). Returns each file once, in the given
// order, sorted within a folder or pattern. If nothing is found, the error says what to do.
absl::StatusOr<std::vector<std::string>> ExpandPaths(const std::vector<std::string>& paths,
                                                     ImportReport& report,
                                                     const RunContext& context);

// Each path; of a pattern its matches, also folders. A pattern without a match stays, and cannot be
// opened. For commands to which each path is a profile of its own.
std::vector<std::string> ExpandPatterns(const std::vector<std::string>& paths);

}  // namespace profiler

#endif  // PROFILER_OPEN_EXPAND_H_
