#ifndef CLI_ASK_INPUT_OPENER_H_
#define CLI_ASK_INPUT_OPENER_H_

#include <string>

#include "absl/status/statusor.h"
#include "cli/ask/opened.h"
#include "cli/output/output.h"
#include "profiler/base/run_context.h"
#include "profiler/engine/engine.h"
#include "profiler/query/options/options.h"

namespace profiler {

// Opens inputs and reports their problems on stderr. All that it gets must outlive it.
class InputOpener {
 public:
  InputOpener(Engine& engine, Output& output, RunContext& context)
      : engine_(engine), output_(output), context_(context) {}

  // What the options name, and at the same time what their -base names.
  absl::StatusOr<Opened> OpenAll(const Options& inputs);
  // One path by itself, read as the options say.
  absl::StatusOr<ProfileHandle> OpenOne(const std::string& path, const Options& like);

  // Whether data of an opened input was lost.
  bool damaged() const { return damaged_; }

 private:
  absl::StatusOr<ProfileHandle> Read(const Options& inputs);
  absl::StatusOr<ProfileHandle> Checked(absl::StatusOr<ProfileHandle> opened, bool strict);

  Engine& engine_;
  Output& output_;
  RunContext& context_;
  bool damaged_ = false;
};

}  // namespace profiler

#endif  // CLI_ASK_INPUT_OPENER_H_
