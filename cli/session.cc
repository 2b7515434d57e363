#include "cli/session.h"

#include <fmt/format.h>

#include <algorithm>

#include "cli/help.h"
#include "profiler/base/status.h"

namespace profiler {
namespace {

bool IsTfprofFormat(std::string_view format) {
  return format == "tfprof_profile" || format == "run_metadata";
}

}  // namespace

absl::Status Session::Open() {
  absl::StatusOr<OpenedProfile> opened =
      OpenProfile(options_.profile_paths, options_.input_format, context_);
  opened_ = opened.status();
  if (!opened.ok()) return opened_;
  input_ = *std::move(opened);
  for (const std::string& line : input_->import_report.Summary()) {
    output_.Say(fmt::format("warning: {}", line));
  }
  const ImportSeverity worst = input_->import_report.worst();
  damaged_ =
      worst == ImportSeverity::kError || (worst == ImportSeverity::kDataLoss && options_.strict);
  return absl::OkStatus();
}

absl::Status Session::Run(const Command& command) {
  switch (command.kind) {
    case CommandKind::kNothing:
      break;
    case CommandKind::kShowOptions:
      return output_.Write(OptionsTable(command.options));
    case CommandKind::kView:
      return RunView(command);
    case CommandKind::kSet:
      options_ = command.options;
      break;
    case CommandKind::kHelp:
      return output_.Write(HelpText(command.topic));
    case CommandKind::kVersion:
      return output_.Write(fmt::format("profiler {}\n", kVersion));
    case CommandKind::kQuit:
      quit_ = true;
      break;
  }
  return absl::OkStatus();
}

bool Session::CompatTfprof(const Options& options) const {
  if (options.compat != "auto") return options.compat == "tfprof";
  const Profile& profile = input_->profile;
  for (const SourceRow& source : profile.sources.values()) {
    if (!IsTfprofFormat(profile.strings[source.format])) return false;
  }
  return true;
}

absl::Status Session::RunView(const Command& command) {
  const Renderer* renderer = FindRenderer(command.options.format);
  if (renderer == nullptr) {
    return absl::InternalError(fmt::format("no renderer '{}'", command.options.format));
  }
  const RenderContext about{command.text, options_.profile_paths};

  absl::Status status = opened_.ok() ? context_.Check() : opened_;
  if (status.ok()) {
    Query query = command.options.query;
    query.compat_tfprof = CompatTfprof(command.options);
    absl::StatusOr<Report> report = command.view->run(input_->profile, query, context_);
    if (report.ok()) {
      // A form that can tell errors tells notes as well.
      if (renderer->render_error == nullptr) {
        for (const Note& note : report->notes) output_.Say(fmt::format("note: {}", note.text));
      }
      return Deliver(command, renderer->render(*report, about));
    }
    status = report.status();
  }
  if (renderer->render_error != nullptr && command.options.output.type == "stdout") {
    const std::string code = absl::StatusCodeToString(status.code());
    output_.Write(renderer->render_error(code, Message(status), about)).IgnoreError();
  }
  return status;
}

absl::Status Session::Deliver(const Command& command, const std::string& bytes) {
  const OutputSpec& output = command.options.output;
  if (output.type == "none") return absl::OkStatus();
  if (output.type == "file") return output_.WriteFile(output.outfile, bytes);
  return output_.Write(bytes);
}

}  // namespace profiler
