#ifndef PROFILER_OPEN_EXPAND_H_
#define PROFILER_OPEN_EXPAND_H_

#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "profiler/base/run_context.h"
#include "profiler/readers/common/import_report.h"

namespace profiler {

// The files that the user named: a folder stands for the profiles below it, a pattern with * ? or
// [ for what it matches (unless a file has that very name). Each file once, in the order of names
// given, within a folder or pattern sorted. Says what to do where nothing is found.
absl::StatusOr<std::vector<std::string>> ExpandPaths(const std::vector<std::string>& paths,
                                                     ImportReport& report,
                                                     const RunContext& context);

}  // namespace profiler

#endif  // PROFILER_OPEN_EXPAND_H_
