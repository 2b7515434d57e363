#include "cli/session.h"

#include <fmt/format.h>
#include <malloc.h>

#include <algorithm>
#include <filesystem>
#include <memory>
#include <system_error>

#include "cli/ask/input_opener.h"
#include "cli/help.h"
#include "cli/interrupt.h"
#include "cli/output/pager.h"
#include "cli/output/progress.h"
#include "cli/output/shell_pipe.h"
#include "cli/prompt/screen.h"
#include "cli/schema_answer.h"
#include "cli/serve/page_file.h"
#include "cli/serve/page_source.h"
#include "cli/serve/serve_pages.h"
#include "profiler/base/status.h"
#include "profiler/catalog/exporters.h"
#include "profiler/catalog/options.h"
#include "profiler/catalog/renderers.h"
#include "profiler/engine/commands.h"
#include "profiler/engine/trend.h"
#include "profiler/query/options/spelling.h"

namespace profiler {
namespace {

// The default form on a terminal.
constexpr char kTerminalFormat[] = "pretty";

}  // namespace

absl::Status Session::Open() {
  has_tried_to_open_ = true;
  profiles_.input_paths = InputsOf(options_).Paths();
  // Profiles that are taken one after the other are opened by the command.
  opened_ = options_.profiles_as == ProfilesAs::kEach ? absl::OkStatus() : Read(options_);
  return opened_;
}

absl::StatusOr<Opened> Session::ReadInputs(const Options& inputs, RunContext& context) {
  const LimitedRun limited(context, inputs.max_memory, inputs.timeout);
  InputOpener opener(engine_, output_, context);
  absl::StatusOr<Opened> opened = opener.OpenAll(inputs);
  damaged_ |= opener.damaged();
  return opened;
}

absl::Status Session::Read(const Options& inputs) {
  PROFILER_ASSIGN_OR_RETURN(profiles_, ReadInputs(inputs, context_));
  return absl::OkStatus();
}

absl::StatusOr<ProfileHandle> Session::ReadOne(const std::string& path) {
  InputOpener opener(engine_, output_, context_);
  absl::StatusOr<ProfileHandle> opened = opener.OpenOne(path, options_);
  damaged_ |= opener.damaged();
  return opened;
}

absl::Status Session::OpenOther(const Options& inputs) {
  absl::Status status = Read(inputs);
  if (status.ok()) {
    opened_ = status;
    return status;
  }
  if (!opened_.ok()) return status;
  return absl::Status(status.code(), fmt::format("{}; {} stays open", Message(status),
                                                 fmt::join(profiles_.input_paths, " ")));
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
      return WriteText(command.options, OptionsTable(command.options));
    case CommandKind::kView:
      return RunView(command);
    case CommandKind::kSet:
      options_ = command.options;
      gives_statistic_ |= command.gives_statistic;
      break;
    case CommandKind::kOpen:
      return OpenOther(command.options);
    case CommandKind::kHelp:
      return WriteText(command.options, HelpText(command.topic));
    case CommandKind::kSchema:
      return RunSchema(command);
    case CommandKind::kServe:
      return Serve(command);
    case CommandKind::kVersion:
      return output_.Write(fmt::format("profiler {}\n", kVersion));
    case CommandKind::kQuit:
      quit_ = true;
      break;
  }
  return absl::OkStatus();
}

bool Session::CompatTfprof(const Options& options) const {
  return AnswersAsTfprof(CompatOf(options.compat), profiles_.profile);
}

absl::StatusOr<const Renderer*> Session::RendererOf(const Command& command) const {
  const Options& options = command.options;
  const bool is_shown =
      output_.terminal() && !output_.captured() && options.output.type == OutputSpec().type;
  const bool is_tfprofs =
      command.view != nullptr && command.view->has_tfprof_text &&
      (CompatTfprof(options) || AnswersAsTfprof(Compat::kAuto, profiles_.profile));
  const std::string format =
      !options.format_is_given && is_shown && !is_tfprofs ? kTerminalFormat : options.format;
  const Renderer* const renderer = FindRenderer(format);
  if (renderer != nullptr) return renderer;
  return absl::InternalError(fmt::format("no renderer '{}'", format));
}

RenderContext Session::About(const Command& command) const {
  RenderContext about = ContextOf(command, profiles_, context_.threads());
  const bool to_file = command.options.output.type != OutputSpec().type;
  about.screen = FindScreen(output_.terminal() && !output_.captured() && !to_file);
  return about;
}

absl::Status Session::RunView(const Command& command) {
  PROFILER_ASSIGN_OR_RETURN(const Renderer* const renderer, RendererOf(command));
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

absl::Status Session::Serve(const Command& command) {
  // The limits are those of requests.
  context_.LimitTime({});
  context_.LimitMemory(0);
  const InterruptsBlocked blocked;
  PageSource source(engine_, command.options, gives_statistic_ || command.gives_statistic);
  if (!has_tried_to_open_) {
    source.ShowLater(InputsOf(options_).Paths(),
                     [this](RunContext& context) { return ReadInputs(options_, context); });
  } else {
    PROFILER_RETURN_IF_ERROR(opened_);
    source.Show(profiles_);
  }
  return ServePages(source, command.options, blocked, output_, context_);
}

// The answer describes the program and does not depend on inputs.
absl::Status Session::RunSchema(const Command& command) {
  PROFILER_ASSIGN_OR_RETURN(const Renderer* const renderer, RendererOf(command));
  if (FindExporter(command.options.output.type) != nullptr) {
    return absl::InvalidArgumentError(fmt::format(
        "-output {} writes a profile, and schema has none: give -output stdout, file or none",
        command.options.output.type));
  }
  RenderContext about = About(command);
  about.inputs.clear();
  PROFILER_ASSIGN_OR_RETURN(const Report report, AnswerSchema(command));
  return Deliver(command, report, *renderer, about);
}

absl::StatusOr<Report> Session::Ask(const Command& command, const Renderer& renderer) {
  const OpenOne open = [this](const std::string& path) { return ReadOne(path); };
  PROFILER_ASSIGN_OR_RETURN(const std::vector<ProfileHandle> profiles,
                            ProfilesFor(command, profiles_, open));
  const Progress progress(output_.error_terminal(), context_);
  return engine_.Answer(profiles, QuestionOf(command, gives_statistic_, renderer), context_);
}

absl::StatusOr<Report> Session::AskOfEach(const Command& command, const Renderer& renderer) {
  const OpenOne open = [&](const std::string& path) {
    absl::StatusOr<ProfileHandle> handle = ReadOne(path);
    if (!handle.ok() && !absl::IsCancelled(handle.status())) {
      output_.Say(Message(handle.status()));
      damaged_ = true;
    }
    return handle;
  };
  return AnswerTrend(engine_, profiles_.input_paths, open,
                     QuestionOf(command, gives_statistic_, renderer), context_);
}

absl::Status Session::Show(const Command& command, const Renderer& renderer,
                           const RenderContext& about) {
  PROFILER_ASSIGN_OR_RETURN(Report report, command.view->inputs == ProfilesAs::kEach
                                               ? AskOfEach(command, renderer)
                                               : Ask(command, renderer));
  AddPassedOver(command, report.notes);
  SayNotes(report.notes, renderer);
  for (const CheckResult& result : report.checks) {
    if (result.is_judged()) continue;
    damaged_ = true;
    output_.Say(fmt::format("{}: '{}' is not judged: {}", report.view, result.name, result.reason));
  }
  if (!report.failed_check.empty()) {
    check_failed_ = true;
    output_.Say(report.failed_check);
  }
  return Deliver(command, report, renderer, about);
}

// Nobody asked for these lines, so errors and notes are left to the commands that follow.
void Session::Introduce() {
  const std::vector<View>& commands = AllCommands();
  const auto view = std::find_if(commands.begin(), commands.end(),
                                 [](const View& command) { return command.introduces; });
  if (view == commands.end() || !profiles_.profile) return;
  Command command;
  command.kind = CommandKind::kView;
  command.view = &*view;
  command.text = view->name;
  const absl::StatusOr<const Renderer*> renderer = RendererOf(command);
  if (!renderer.ok()) return;
  const LimitedRun limited(context_, options_.max_memory, options_.timeout);
  const absl::StatusOr<Report> report = engine_.Answer(
      profiles_.profile, QuestionOf(command, gives_statistic_, **renderer), context_);
  if (!report.ok()) return;
  const std::string text = (*renderer)->render(*report, About(command));
  // The first paragraph.
  output_.Write(text.substr(0, text.find("\n\n") + 1), (*renderer)->is_safe_to_show).IgnoreError();
}

void Session::AddPassedOver(const Command& command, std::vector<Note>& notes) {
  for (Note& note : passed_over_.Of(command)) notes.push_back(std::move(note));
}

// Prints notes on stderr, except for formats that support errors, because they include notes as
// well.
void Session::SayNotes(const std::vector<Note>& notes, const Renderer& renderer) const {
  if (renderer.render_error != nullptr) return;
  for (const Note& note : notes) output_.Say(fmt::format("note: {}", note.text));
}

absl::Status Session::CheckNoInput(const std::string& file) const {
  for (const ProfileHandle* const input : {&profiles_.profile, &profiles_.base}) {
    if (!*input) continue;
    const Profile& profile = input->profile();
    for (const SourceRow& source : profile.sources.values()) {
      const std::string path(profile.strings[source.path]);
      std::error_code error;
      if (std::filesystem::equivalent(file, path, error) && !error) {
        return absl::InvalidArgumentError(
            fmt::format("'{}' is an input: name another file to write to", file));
      }
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
  const ExportParams params{
      command.view->name, options.output.outfile, options.merge_steps, !options.no_args,
      options.output.with_events && command.view->inputs != ProfilesAs::kRuns};
  DiskFiles files(context_, [this](const std::string& path) { return CheckNoInput(path); });
  absl::StatusOr<ExportResult> exported = [&] {
    const Progress progress(output_.error_terminal(), context_);
    std::vector<ProfileHandle> profiles = {profiles_.profile};
    if (profiles_.base && exporter.obeys.Has(OptionUse::kBase)) profiles.push_back(profiles_.base);
    return engine_.Export(profiles, QuestionOf(command, gives_statistic_, renderer), exporter,
                          params, files, context_);
  }();
  PROFILER_ASSIGN_OR_RETURN(ExportResult result, std::move(exported));
  FilesReport report;
  report.files = files.written();
  report.banner = std::move(result.banner);
  report.notes = std::move(result.notes);
  AddPassedOver(command, report.notes);
  SayNotes(report.notes, renderer);
  return Answer(options, renderer.render_files(report, about), renderer);
}

absl::Status Session::Answer(const Options& options, const std::string& bytes,
                             const Renderer& renderer) {
  if (output_.captured()) return output_.Write(bytes);
  context_.LimitTime({});  // the reader of the answer has no time limit
  const TimedPart writing(context_.times(), RunPart::kWrite);
  if (answered_) PROFILER_RETURN_IF_ERROR(output_.Write(renderer.separator));
  answered_ = true;
  return WriteText(options, bytes, renderer.is_safe_to_show);
}

// Writes to stdout, with a pager if the text is longer than the terminal's screen.
absl::Status Session::WriteText(const Options& options, std::string_view bytes,
                                bool is_safe_to_show) {
  const bool may_page = output_.terminal() && !output_.captured() && !options.no_pager;
  const std::string pager = may_page ? PagerCommand() : "";
  if (pager.empty() || !IsLongerThanScreen(bytes)) return output_.Write(bytes, is_safe_to_show);
  const absl::Status shown =
      ShowInPager(pager, is_safe_to_show ? std::string(bytes) : EscapeControls(bytes), context_);
  return absl::IsNotFound(shown) ? output_.Write(bytes, is_safe_to_show) : shown;
}

// Writes the answer. On stdout, an answer must be either complete or an error, so the whole text is
// built first.
absl::Status Session::Deliver(const Command& command, const Report& report,
                              const Renderer& renderer, const RenderContext& about) {
  const OutputSpec& output = command.options.output;
  if (output.type == "file") return RenderToFile(output.outfile, report, renderer, about);
  if (output.is_page()) return WritePage(command, report);
  const std::string bytes = [&] {
    const TimedPart rendering(context_.times(), RunPart::kRender);
    return renderer.render(report, about);
  }();
  PROFILER_RETURN_IF_ERROR(context_.Check());
  return output.type == "none" ? absl::OkStatus() : Answer(command.options, bytes, renderer);
}

// Writes a page with the answer, and with those that the pages ask if it is about all of the
// profile.
absl::Status Session::WritePage(const Command& command, const Report& report) {
  const bool has_all_pages =
      command.view != nullptr && (command.view->introduces || report.shape == Shape::kDocument);
  RenderContext about = ContextOf(command, profiles_, context_.threads());
  // Where the page goes is no part of the question.
  const std::string output = " -output " + QuoteWord(FindOption("output")->get(command.options));
  if (const size_t at = about.command.find(output); at != about.command.npos) {
    about.command.erase(at, output.size());
  }
  LineAnswers answers(engine_, profiles_, options_, gives_statistic_, LineLimits::kCallers);
  PROFILER_ASSIGN_OR_RETURN(
      const std::string page,
      PageWithAnswers(about, report, has_all_pages, answers, StateOf(profiles_), context_));
  const TimedPart writing(context_.times(), RunPart::kWrite);
  return files_.Write(command.options.output.outfile, page);
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
