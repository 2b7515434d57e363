#ifndef PROFILER_ENGINE_RULES_FILE_H_
#define PROFILER_ENGINE_RULES_FILE_H_

#include <string>

#include "absl/status/status.h"
#include "profiler/query/query.h"

namespace profiler {

// Puts the thresholds of a file before those that the options set, which count more. Each line is
// RULE.name = value, blank, or a comment behind #. An empty path: nothing. Errors name the line.
absl::Status ReadRulesFile(const std::string& path, AdviceOptions& options);

}  // namespace profiler

#endif  // PROFILER_ENGINE_RULES_FILE_H_
