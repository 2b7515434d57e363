// An opened profile, and the commands that are run on it.
#ifndef CLI_SESSION_H_
#define CLI_SESSION_H_

#include <optional>

#include "absl/status/status.h"
#include "cli/arguments.h"
#include "cli/output.h"
#include "profiler/base/run_context.h"
#include "profiler/inputs/open.h"
#include "profiler/render/render.h"

namespace profiler {

class Session {
 public:
  Session(Options options, Output& output, RunContext& context)
      : options_(std::move(options)), output_(output), context_(context) {}

  // Reads the inputs of the options, and says on stderr what was wrong with them. After an error
  // every view fails with it.
  absl::Status Open();
  // Something of the inputs was lost that the exit status must tell.
  bool damaged() const { return damaged_; }

  // Runs the command; what it answers is written when this returns. An error is not yet on stderr,
  // but in a form that has one for errors, an answer on stdout tells it.
  absl::Status Run(const Command& command);

  const Options& options() const { return options_; }  // those that `set` left
  bool quit() const { return quit_; }

 private:
  absl::Status RunView(const Command& command);
  absl::Status Deliver(const Command& command, const std::string& bytes);
  bool CompatTfprof(const Options& options) const;

  Options options_;
  Output& output_;
  RunContext& context_;
  absl::Status opened_ = absl::FailedPreconditionError("no input was opened");
  std::optional<OpenedProfile> input_;
  bool damaged_ = false;
  bool quit_ = false;
};

}  // namespace profiler

#endif  // CLI_SESSION_H_
