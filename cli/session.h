// An opened profile, and the commands that run on it.
#ifndef CLI_SESSION_H_
#define CLI_SESSION_H_

#include "absl/status/status.h"
#include "cli/ask/opened.h"
#include "cli/ask/session_inputs.h"
#include "cli/commands/command.h"
#include "cli/obeyed.h"
#include "cli/output/answer_writer.h"
#include "cli/output/disk_files.h"
#include "cli/output/output.h"
#include "cli/output/timing.h"
#include "profiler/base/run_context.h"
#include "profiler/engine/engine.h"
#include "profiler/export/export.h"
#include "profiler/render/render.h"
#include "profiler/report/report.h"

namespace profiler {

class Session {
 public:
  // `gives_statistic`: whether the options have a -stat that somebody asked for.
  Session(Options options, bool gives_statistic, Output& output, RunContext& context)
      : options_(std::move(options)),
        gives_statistic_(gives_statistic),
        output_(output),
        context_(context),
        inputs_(engine_, output, context),
        files_(context, [this](const std::string& path) { return inputs_.CheckNoInput(path); }),
        answers_(output, files_, context) {}

  // Reads the inputs of the options, and reports their problems on stderr. If that fails, every
  // view fails with the same error.
  absl::Status Open() { return inputs_.Open(options_); }
  const Profile* profile() const {
    return inputs_.open().profile ? &inputs_.open().profile.profile() : nullptr;
  }
  // Whether data of the inputs was lost, or a part of an answer, which the exit status reports.
  bool damaged() const { return inputs_.damaged() || damaged_; }
  // Whether a requested check, such as -fail_on, failed.
  bool check_failed() const { return check_failed_; }

  // Runs the command and writes its answer. An error is returned, not reported on stderr; formats
  // that support errors write it as the answer on stdout.
  absl::Status Run(const Command& command);

  // Shows the first lines about the opened profile. Only for a prompt.
  void Introduce();

  const Options& options() const { return options_; }  // the defaults, as changed by `set`
  bool quit() const { return quit_; }
  // Starts a new stream of answers, so no separator is written before the next answer.
  void StartStream() { answers_.StartStream(); }
  // Whether answers follow tfprof with these options; false if nothing is open.
  bool CompatTfprof(const Options& options) const;

 private:
  // Opens a path by itself.
  absl::StatusOr<ProfileHandle> ReadOne(const std::string& path);
  absl::Status RunLimited(const Command& command);
  absl::Status RunHere(const Command& command);
  void GiveMemoryBack();
  absl::Status Redirected(const Command& command);
  absl::Status RunView(const Command& command);
  absl::Status RunSchema(const Command& command);
  // Answers a browser until Ctrl-C. Inputs that are not open yet are opened meanwhile.
  absl::Status Serve(const Command& command);
  absl::Status WritePage(const Command& command, const Report& report);
  RenderContext About(const Command& command) const;
  absl::StatusOr<const Renderer*> RendererOf(const Command& command) const;
  absl::Status Deliver(const Command& command, const Report& report, const Renderer& renderer,
                       const RenderContext& about);
  // The answer about what is open.
  absl::StatusOr<Report> Ask(const Command& command, const Renderer& renderer);
  // The answer about the inputs, each opened by itself.
  absl::StatusOr<Report> AskOfEach(const Command& command, const Renderer& renderer);
  absl::Status Show(const Command& command, const Renderer& renderer, const RenderContext& about);
  absl::Status Export(const Command& command, const Exporter& exporter, const Renderer& renderer,
                      const RenderContext& about);
  void AddPassedOver(const Command& command, std::vector<Note>& notes);

  Options options_;
  bool gives_statistic_;
  PassedOverNotes passed_over_;
  Output& output_;
  RunContext& context_;
  Engine engine_;
  SessionInputs inputs_;
  DiskFiles files_;
  AnswerWriter answers_;
  Timing timing_;
  bool damaged_ = false;  // a part of an answer was lost
  bool check_failed_ = false;
  bool quit_ = false;
};

}  // namespace profiler

#endif  // CLI_SESSION_H_
