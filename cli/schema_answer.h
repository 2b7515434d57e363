#ifndef CLI_SCHEMA_ANSWER_H_
#define CLI_SCHEMA_ANSWER_H_

#include "absl/status/statusor.h"
#include "cli/commands/command.h"
#include "profiler/report/report.h"

namespace profiler {

// The answer to the command `schema`: columns of commands, tables of the store, or options.
absl::StatusOr<Report> AnswerSchema(const Command& command);

}  // namespace profiler

#endif  // CLI_SCHEMA_ANSWER_H_
