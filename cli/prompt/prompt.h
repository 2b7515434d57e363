// Commands from stdin: typed at a prompt, or read from a pipe.
#ifndef CLI_PROMPT_PROMPT_H_
#define CLI_PROMPT_PROMPT_H_

#include "cli/output/output.h"
#include "cli/runner.h"
#include "cli/session.h"
#include "profiler/base/run_context.h"

namespace profiler {

// Runs until `quit` or the end of the input. Errors of commands are reported. Ctrl-C discards the
// line or stops the command, but does not end the program.
void RunPrompt(Session& session, Output& output, RunContext& context);

// Runs each line when it arrives, until a command fails.
void RunPipe(Runner& runner, const RunContext& context);

}  // namespace profiler

#endif  // CLI_PROMPT_PROMPT_H_
