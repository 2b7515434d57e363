// An opened profile, and the commands that are run on it.
#ifndef CLI_SESSION_H_
#define CLI_SESSION_H_

#include "absl/status/status.h"
#include "cli/arguments.h"
#include "cli/output/disk_files.h"
#include "cli/output/output.h"
#include "cli/output/timing.h"
#include "profiler/base/run_context.h"
#include "profiler/engine/engine.h"
#include "profiler/engine/profile_handle.h"
#include "profiler/export/export.h"
#include "profiler/open/open.h"
#include "profiler/render/render.h"
#include "profiler/report/report.h"

namespace profiler {

// What the options name as inputs.
OpenRequest InputsOf(const Options& options);

class Session {
 public:
  Session(Options options, Output& output, RunContext& context)
      : options_(std::move(options)),
        output_(output),
        context_(context),
        files_(context, [this](const std::string& path) { return CheckNoInput(path); }) {}

  // Reads the inputs of the options, and says on stderr what was wrong with them. After an error
  // every view fails with it.
  absl::Status Open();
  const Profile* profile() const { return profile_ ? &profile_.profile() : nullptr; }
  // Something of the inputs was lost that the exit status must tell.
  bool damaged() const { return damaged_; }
  // A check that a command asked for, as with -fail_on, did not hold.
  bool check_failed() const { return check_failed_; }

  // Runs the command; what it answers is written when this returns. An error is not yet on stderr,
  // but in a form that has one for errors, an answer on stdout tells it.
  absl::Status Run(const Command& command);

  const Options& options() const { return options_; }  // those that `set` left
  bool quit() const { return quit_; }
  // The next answer starts a new stream: what is put between two answers is not put before it.
  void StartStream() { answered_ = false; }
  // Whether answers are tfprof's with these options; false where nothing is open.
  bool CompatTfprof(const Options& options) const;

 private:
  absl::Status Read(const Options& inputs);
  absl::Status OpenOther(const Options& inputs);
  absl::Status RunLimited(const Command& command);
  absl::Status RunHere(const Command& command);
  void GiveMemoryBack();
  absl::Status Redirected(const Command& command);
  absl::Status RunView(const Command& command);
  absl::Status RunSchema(const Command& command);
  // A mistyped -output must not destroy what was read.
  absl::Status CheckNoInput(const std::string& file) const;
  RenderContext About(const Command& command) const;
  absl::Status Answer(const std::string& bytes, const Renderer& renderer);
  absl::Status Deliver(const Command& command, const Report& report, const Renderer& renderer,
                       const RenderContext& about);
  absl::Status RenderToFile(const std::string& path, const Report& report, const Renderer& renderer,
                            RenderContext about);
  absl::Status Show(const Command& command, const Renderer& renderer, const RenderContext& about);
  absl::Status Export(const Command& command, const Exporter& exporter, const Renderer& renderer,
                      const RenderContext& about);
  void SayNotes(const std::vector<Note>& notes, const Renderer& renderer) const;

  Options options_;
  Output& output_;
  RunContext& context_;
  absl::Status opened_ = absl::FailedPreconditionError("no input was opened");
  Engine engine_;
  ProfileHandle profile_;
  std::vector<std::string> input_paths_;  // of what is open, or was to be
  DiskFiles files_;
  Timing timing_;
  bool damaged_ = false, check_failed_ = false;
  bool quit_ = false;
  bool answered_ = false;  // on stdout, with a report
};

}  // namespace profiler

#endif  // CLI_SESSION_H_
