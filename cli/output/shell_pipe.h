#ifndef CLI_OUTPUT_SHELL_PIPE_H_
#define CLI_OUTPUT_SHELL_PIPE_H_

#include <string>
#include <string_view>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "profiler/base/run_context.h"

namespace profiler {

// Runs `command` with /bin/sh and `input` as its stdin, writing to the program's stdout, and waits
// for its end. The command may stop reading early. A failed command is an error. An interrupt from
// the terminal reaches the command too, and the result is Cancelled.
absl::Status PipeToShell(const std::string& command, std::string_view input,
                         const RunContext& context);

// The same with `variables` ("NAME=VALUE") added to the environment. Returns the command's status
// as waitpid() reports it.
absl::StatusOr<int> FeedShell(const std::string& command, std::string_view input,
                              const std::vector<std::string>& variables, const RunContext& context);

}  // namespace profiler

#endif  // CLI_OUTPUT_SHELL_PIPE_H_
