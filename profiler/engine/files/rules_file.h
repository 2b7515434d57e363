#ifndef PROFILER_ENGINE_FILES_RULES_FILE_H_
#define PROFILER_ENGINE_FILES_RULES_FILE_H_

#include <string>

#include "absl/status/status.h"
#include "profiler/query/query.h"

namespace profiler {

// Reads thresholds from a file into `options`. The thresholds that `options` has already override
// the file's. Each line is RULE.name = value, or blank, or a comment after #. Does nothing if the
// path is empty. Errors include the line.
absl::Status ReadRulesFile(const std::string& path, AdviceOptions& options);

}  // namespace profiler

#endif  // PROFILER_ENGINE_FILES_RULES_FILE_H_
