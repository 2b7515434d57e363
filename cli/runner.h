// Runs commands in order, reports failures on stderr, and tracks the exit status.
#ifndef CLI_RUNNER_H_
#define CLI_RUNNER_H_

#include <string_view>

#include "absl/status/status.h"
#include "cli/commands/command.h"
#include "cli/output/output.h"
#include "cli/session.h"
#include "profiler/base/run_context.h"

namespace profiler {

enum ExitStatus {
  kFine = 0,
  kFailed = 1,
  kWrongCommandLine = 2,
  kCheckFailed = 3,
  kInterrupted = 130  // by Ctrl-C; main() handles other signals
};

class Runner {
 public:
  Runner(Session& session, Output& output, const RunContext& context)
      : session_(session),
        output_(output),
        context_(context),
        keep_going_(session.options().keep_going) {}

  // Opens the inputs. If that fails, commands that need inputs fail too. Returns false to end the
  // run.
  bool Open();

  // `where`, unless empty, precedes the error message of a command. Returns false to end the run: a
  // command failed (without -keep_going), it was interrupted, or the output is closed.
  bool Run(const Command& command, std::string_view where);
  // Reports a command that could not be parsed.
  bool Fail(const absl::Status& status, std::string_view where);

  ExitStatus exit_status() const;
  const Session& session() const { return session_; }

 private:
  Session& session_;
  Output& output_;
  const RunContext& context_;
  const bool keep_going_;
  absl::Status opened_;
  bool failed_ = false, interrupted_ = false;
};

}  // namespace profiler

#endif  // CLI_RUNNER_H_
