// Runs commands one after the other, tells on stderr what failed, and keeps the exit status.
#ifndef CLI_RUNNER_H_
#define CLI_RUNNER_H_

#include <string_view>

#include "absl/status/status.h"
#include "cli/arguments.h"
#include "cli/output/output.h"
#include "cli/session.h"
#include "profiler/base/run_context.h"

namespace profiler {

enum ExitStatus {
  kFine = 0,
  kFailed = 1,
  kWrongCommandLine = 2,
  kCheckFailed = 3,
  kInterrupted = 130  // by Ctrl-C; main() tells of other signals
};

class Runner {
 public:
  Runner(Session& session, Output& output, const RunContext& context)
      : session_(session),
        output_(output),
        context_(context),
        keep_going_(session.options().keep_going) {}

  // Opens the inputs. When that fails, commands that need them fail too; false: end the run.
  bool Open();

  // `where` is put before the message of a command that fails, unless it is empty. False: end the
  // run, as a command failed (and -keep_going is not given), as it was interrupted or as nobody
  // reads the answers.
  bool Run(const Command& command, std::string_view where);
  // The same for a command that could not be parsed.
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
