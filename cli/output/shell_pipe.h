#ifndef CLI_OUTPUT_SHELL_PIPE_H_
#define CLI_OUTPUT_SHELL_PIPE_H_

#include <string>
#include <string_view>

#include "absl/status/status.h"
#include "profiler/base/run_context.h"

namespace profiler {

// Runs `command` with /bin/sh, `input` on its stdin, its output where the program's own goes, and
// waits for its end. A command that reads no more is fine; one that fails is an error. An interrupt
// from the terminal reaches the command too; then this is Cancelled.
absl::Status PipeToShell(const std::string& command, std::string_view input,
                         const RunContext& context);

}  // namespace profiler

#endif  // CLI_OUTPUT_SHELL_PIPE_H_
