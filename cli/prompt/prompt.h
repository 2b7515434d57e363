// Commands from stdin: typed at a prompt, or read from a pipe.
#ifndef CLI_PROMPT_PROMPT_H_
#define CLI_PROMPT_PROMPT_H_

#include "cli/output/output.h"
#include "cli/runner.h"
#include "cli/session.h"
#include "profiler/base/run_context.h"

namespace profiler {

// Until `quit` or the end of the input. A failed command is told and forgotten, and Ctrl-C ends
// what is being typed or computed, not the program.
void RunPrompt(Session& session, Output& output, RunContext& context);

// Each line as it comes, until one fails.
void RunPipe(Runner& runner, const RunContext& context);

}  // namespace profiler

#endif  // CLI_PROMPT_PROMPT_H_
