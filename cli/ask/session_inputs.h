// The inputs of a session: opens them, and keeps what is open and what went wrong.
#ifndef CLI_ASK_SESSION_INPUTS_H_
#define CLI_ASK_SESSION_INPUTS_H_

#include <string>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "cli/ask/opened.h"
#include "cli/output/output.h"
#include "profiler/base/run_context.h"
#include "profiler/engine/engine.h"
#include "profiler/query/options/options.h"

namespace profiler {

// Problems of inputs are reported on stderr. All that it gets must outlive it.
class SessionInputs {
 public:
  SessionInputs(Engine& engine, Output& output, RunContext& context)
      : engine_(engine), output_(output), context_(context) {}

  // Reads the inputs of the options. If that fails, status() is the same error.
  absl::Status Open(const Options& options);
  // Reads other inputs in place of those that are open, which stay open if that fails.
  absl::Status OpenOther(const Options& inputs);

  // Reads inputs, and does not keep them.
  absl::StatusOr<Opened> Read(const Options& inputs, RunContext& context);
  // Reads a path by itself.
  absl::StatusOr<ProfileHandle> ReadOne(const std::string& path, const Options& like);

  // A mistyped -output must not overwrite an input.
  absl::Status CheckNoInput(const std::string& file) const;

  // What is open. A query may add parts.
  Opened& open() { return open_; }
  const Opened& open() const { return open_; }
  const absl::Status& status() const { return status_; }
  bool has_tried_to_open() const { return has_tried_to_open_; }
  // Whether data of the inputs was lost.
  bool damaged() const { return damaged_; }

 private:
  absl::Status Keep(const Options& inputs);

  Engine& engine_;
  Output& output_;
  RunContext& context_;
  Opened open_;
  absl::Status status_ = absl::FailedPreconditionError("no input was opened");
  bool has_tried_to_open_ = false;
  bool damaged_ = false;
};

}  // namespace profiler

#endif  // CLI_ASK_SESSION_INPUTS_H_
