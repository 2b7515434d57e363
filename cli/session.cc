#include "cli/session.h"

#include <fmt/format.h>
#include <malloc.h>

#include <filesystem>
#include <memory>
#include <system_error>

#include "cli/help.h"
#include "cli/output/progress.h"
#include "cli/output/shell_pipe.h"
#include "cli/prompt/screen.h"
#include "profiler/base/status.h"
#include "profiler/base/utc_offset.h"
#include "profiler/catalog/exporters.h"
#include "profiler/catalog/renderers.h"
#include "profiler/catalog/schema.h"
#include "profiler/catalog/schema_tables.h"
#include "profiler/engine/commands.h"

namespace profiler {
namespace {

absl::StatusOr<const Renderer*> RendererOf(const Options& options) {
  const Renderer* const renderer = FindRenderer(options.format);
  if (renderer != nullptr) return renderer;
  return absl::InternalError(fmt::format("no renderer '{}'", options.format));
}

Question QuestionOf(const Command& command, const Renderer& renderer) {
  Question question;
  question.command = command.view->name;
  question.query = command.options.query;
  question.compat = CompatOf(command.options.compat);
  question.rules_file = command.options.rules_file;
  // Programs read only stdout, so the answer must include problems of inputs.
  question.answer_shows_problems = renderer.render_error != nullptr;
  return question;
}

}  // namespace

OpenRequest InputsOf(const Options& options) {
  return {options.profile_paths,   options.graph_path,
          options.run_meta_paths,  options.op_log_path,
          options.checkpoint_path, options.run,
          options.input_format,    options.threads,
          options.metrics_paths,   ParseUtcOffset(options.metrics_utc_offset)};
}

absl::Status Session::Open() {
  input_paths_ = InputsOf(options_).Paths();
  opened_ = Read(options_);
  return opened_;
}

absl::Status Session::Read(const Options& inputs) {
  const LimitedRun limited(context_, inputs.max_memory, inputs.timeout);
  absl::StatusOr<ProfileHandle> opened = [&] {
    const Progress progress(output_.error_terminal(), context_);
    return engine_.Open(InputsOf(inputs), context_);
  }();
  PROFILER_ASSIGN_OR_RETURN(profile_, std::move(opened));
  const ImportReport& import_report = profile_.import_report();
  for (const std::string& line : import_report.Summary()) {
    output_.Say(fmt::format("warning: {}", line));
  }
  const ImportSeverity worst = import_report.worst();
  damaged_ |= worst == ImportSeverity::kError || (worst == ImportSeverity::kLoss && inputs.strict);
  return absl::OkStatus();
}

absl::Status Session::OpenOther(const Options& inputs) {
  absl::Status status = Read(inputs);
  if (status.ok()) {
    opened_ = status;
    input_paths_ = InputsOf(inputs).Paths();
    return status;
  }
  if (!opened_.ok()) return status;
  return absl::Status(status.code(), fmt::format("{}; {} stays open", Message(status),
                                                 fmt::join(input_paths_, " ")));
}

absl::Status Session::Run(const Command& command) {
  const bool opens = command.kind == CommandKind::kOpen;
  const auto start = Timings::Clock::now();
  absl::Status status = RunLimited(command);
  if (absl::IsResourceExhausted(status)) GiveMemoryBack();
  if (!opens && command.kind != CommandKind::kView) return status;
  if (!opens) context_.times().Add(RunPart::kAnswer, Timings::Clock::now() - start);
  const Options& options = opens ? options_ : command.options;
  if (status.ok() && options.timing) output_.Say(timing_.Summary(context_.times()));
  return status;
}

absl::Status Session::RunLimited(const Command& command) {
  // The command's memory limit must not count memory that is already free.
  if (command.options.max_memory > 0) malloc_trim(0);
  const LimitedRun limited(context_, command.options.max_memory, command.options.timeout);
  const bool redirected = command.redirect.kind != Redirect::Kind::kNone;
  return redirected ? Redirected(command) : RunHere(command);
}

// Frees the memory of a command that exceeded the limit, so that the next command can run.
void Session::GiveMemoryBack() {
  engine_.ForgetAnswers();
  malloc_trim(0);
}

absl::Status Session::Redirected(const Command& command) {
  std::string answer;
  {
    const Output::Capture capture(output_, answer);
    PROFILER_RETURN_IF_ERROR(RunHere(command));
  }
  const TimedPart writing(context_.times(), RunPart::kWrite);
  const std::string& target = command.redirect.target;
  switch (command.redirect.kind) {
    case Redirect::Kind::kNone:
      return output_.Write(answer);
    case Redirect::Kind::kFile:
      return files_.Write(target, answer);
    case Redirect::Kind::kAppend:
      return files_.AppendTo(target, answer);
    case Redirect::Kind::kPipe:
      context_.LimitTime({});  // the shell command has no time limit
      return PipeToShell(target, answer, context_);
  }
  return absl::OkStatus();
}

absl::Status Session::RunHere(const Command& command) {
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
    case CommandKind::kOpen:
      return OpenOther(command.options);
    case CommandKind::kHelp:
      return output_.Write(HelpText(command.topic));
    case CommandKind::kSchema:
      return RunSchema(command);
    case CommandKind::kVersion:
      return output_.Write(fmt::format("profiler {}\n", kVersion));
    case CommandKind::kQuit:
      quit_ = true;
      break;
  }
  return absl::OkStatus();
}

bool Session::CompatTfprof(const Options& options) const {
  return AnswersAsTfprof(CompatOf(options.compat), profile_);
}

RenderContext Session::About(const Command& command) const {
  const Query& query = command.options.query;
  RenderContext about{command.text, input_paths_, query.order_by.name};
  const bool to_file = command.options.output.type == "file";
  about.screen = FindScreen(output_.terminal() && !output_.captured() && !to_file);
  about.threads = context_.threads();
  about.says_values = true;
  return about;
}

absl::Status Session::RunView(const Command& command) {
  PROFILER_ASSIGN_OR_RETURN(const Renderer* const renderer, RendererOf(command.options));
  const RenderContext about = About(command);
  const Exporter* exporter = FindExporter(command.options.output.type);

  absl::Status status = opened_;
  if (status.ok()) {
    status = exporter == nullptr ? Show(command, *renderer, about)
                                 : Export(command, *exporter, *renderer, about);
  }
  // Exporters print the banner to stdout.
  const bool on_stdout = command.options.output.type == "stdout" || exporter != nullptr;
  if (!status.ok() && renderer->render_error != nullptr && on_stdout) {
    const std::string code = absl::StatusCodeToString(status.code());
    output_.Write(renderer->render_error(code, Message(status), about)).IgnoreError();
  }
  return status;
}

// The answer describes the program and does not depend on inputs.
absl::Status Session::RunSchema(const Command& command) {
  PROFILER_ASSIGN_OR_RETURN(const Renderer* const renderer, RendererOf(command.options));
  if (FindExporter(command.options.output.type) != nullptr) {
    return absl::InvalidArgumentError(fmt::format(
        "-output {} writes a profile, and schema has none: give -output stdout, file or none",
        command.options.output.type));
  }
  RenderContext about = About(command);
  about.inputs.clear();
  PROFILER_ASSIGN_OR_RETURN(
      const Report report, command.options.tables
                               ? SchemaTablesReport(command.options.query)
                               : SchemaReport(AllCommands(), command.topic, command.options.query));
  return Deliver(command, report, *renderer, about);
}

absl::Status Session::Show(const Command& command, const Renderer& renderer,
                           const RenderContext& about) {
  absl::StatusOr<Report> answer = [&] {
    const Progress progress(output_.error_terminal(), context_);
    return engine_.Answer(profile_, QuestionOf(command, renderer), context_);
  }();
  PROFILER_ASSIGN_OR_RETURN(const Report report, std::move(answer));
  SayNotes(report.notes, renderer);
  if (!report.failed_check.empty()) {
    check_failed_ = true;
    output_.Say(report.failed_check);
  }
  return Deliver(command, report, renderer, about);
}

// Prints notes on stderr, except for formats that support errors, because they include notes as
// well.
void Session::SayNotes(const std::vector<Note>& notes, const Renderer& renderer) const {
  if (renderer.render_error != nullptr) return;
  for (const Note& note : notes) output_.Say(fmt::format("note: {}", note.text));
}

absl::Status Session::CheckNoInput(const std::string& file) const {
  if (!profile_) return absl::OkStatus();
  const Profile& profile = profile_.profile();
  for (const SourceRow& source : profile.sources.values()) {
    const std::string path(profile.strings[source.path]);
    std::error_code error;
    if (std::filesystem::equivalent(file, path, error) && !error) {
      return absl::InvalidArgumentError(
          fmt::format("'{}' is an input: name another file to write to", file));
    }
  }
  return absl::OkStatus();
}

absl::Status Session::Export(const Command& command, const Exporter& exporter,
                             const Renderer& renderer, const RenderContext& about) {
  const Options& options = command.options;
  std::error_code error;
  if (std::filesystem::is_directory(options.output.outfile, error)) {
    return absl::InvalidArgumentError(
        fmt::format("'{}' is a folder: name a file to write", options.output.outfile));
  }
  const ExportParams params{command.view->name, options.output.outfile, options.merge_steps,
                            !options.no_args};
  DiskFiles files(context_, [this](const std::string& path) { return CheckNoInput(path); });
  absl::StatusOr<ExportResult> exported = [&] {
    const Progress progress(output_.error_terminal(), context_);
    return engine_.Export(profile_, QuestionOf(command, renderer), exporter, params, files,
                          context_);
  }();
  PROFILER_ASSIGN_OR_RETURN(ExportResult result, std::move(exported));
  FilesReport report;
  report.files = files.written();
  report.banner = std::move(result.banner);
  report.notes = std::move(result.notes);
  SayNotes(report.notes, renderer);
  return Answer(renderer.render_files(report, about), renderer);
}

absl::Status Session::Answer(const std::string& bytes, const Renderer& renderer) {
  if (output_.captured()) return output_.Write(bytes);
  context_.LimitTime({});  // the reader of the answer has no time limit
  const TimedPart writing(context_.times(), RunPart::kWrite);
  if (answered_) PROFILER_RETURN_IF_ERROR(output_.Write(renderer.separator));
  answered_ = true;
  return output_.Write(bytes, renderer.is_safe_to_show);
}

// Writes the answer. On stdout, an answer must be either complete or an error, so the whole text is
// built first.
absl::Status Session::Deliver(const Command& command, const Report& report,
                              const Renderer& renderer, const RenderContext& about) {
  const OutputSpec& output = command.options.output;
  if (output.type == "file") return RenderToFile(output.outfile, report, renderer, about);
  const std::string bytes = [&] {
    const TimedPart rendering(context_.times(), RunPart::kRender);
    return renderer.render(report, about);
  }();
  PROFILER_RETURN_IF_ERROR(context_.Check());
  return output.type == "none" ? absl::OkStatus() : Answer(bytes, renderer);
}

// Writes the answer to a file while the text is built. The file is renamed when it is complete.
absl::Status Session::RenderToFile(const std::string& path, const Report& report,
                                   const Renderer& renderer, RenderContext about) {
  PROFILER_ASSIGN_OR_RETURN(const std::unique_ptr<OutputFile> file, files_.Create(path));
  absl::Status written;
  about.spill = [&](std::string_view text) {
    const TimedPart writing(context_.times(), RunPart::kWrite);
    if (written.ok()) written = file->Append(text);
    return written;
  };
  {
    const TimedPart rendering(context_.times(), RunPart::kRender);
    about.spill(renderer.render(report, about)).IgnoreError();
  }
  PROFILER_RETURN_IF_ERROR(written);
  const TimedPart writing(context_.times(), RunPart::kWrite);
  return file->Close();
}

}  // namespace profiler
