#include "cli/session.h"

#include <fmt/format.h>
#include <malloc.h>

#include <algorithm>
#include <filesystem>
#include <system_error>

#include "cli/help.h"
#include "cli/interrupt.h"
#include "cli/output/progress.h"
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

absl::StatusOr<ProfileHandle> Session::ReadOne(const std::string& path) {
  return inputs_.ReadOne(path, options_);
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
  return answers_.WriteRedirected(command.redirect, answer);
}

absl::Status Session::RunHere(const Command& command) {
  switch (command.kind) {
    case CommandKind::kNothing:
      break;
    case CommandKind::kShowOptions:
      return answers_.WriteText(command.options, OptionsTable(command.options));
    case CommandKind::kView:
      return RunView(command);
    case CommandKind::kSet:
      options_ = command.options;
      gives_statistic_ |= command.gives_statistic;
      break;
    case CommandKind::kOpen:
      return inputs_.OpenOther(command.options);
    case CommandKind::kHelp:
      return answers_.WriteText(command.options, HelpText(command.topic));
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
  return AnswersAsTfprof(CompatOf(options.compat), inputs_.open().profile);
}

absl::StatusOr<const Renderer*> Session::RendererOf(const Command& command) const {
  const Options& options = command.options;
  const bool is_shown =
      output_.terminal() && !output_.captured() && options.output.type == OutputSpec().type;
  const bool is_tfprofs =
      command.view != nullptr && command.view->has_tfprof_text &&
      (CompatTfprof(options) || AnswersAsTfprof(Compat::kAuto, inputs_.open().profile));
  const std::string format =
      !options.format_is_given && is_shown && !is_tfprofs ? kTerminalFormat : options.format;
  const Renderer* const renderer = FindRenderer(format);
  if (renderer != nullptr) return renderer;
  return absl::InternalError(fmt::format("no renderer '{}'", format));
}

RenderContext Session::About(const Command& command) const {
  RenderContext about = ContextOf(command, inputs_.open(), context_.threads());
  const bool to_file = command.options.output.type != OutputSpec().type;
  about.screen = FindScreen(output_.terminal() && !output_.captured() && !to_file);
  return about;
}

absl::Status Session::RunView(const Command& command) {
  PROFILER_ASSIGN_OR_RETURN(const Renderer* const renderer, RendererOf(command));
  const RenderContext about = About(command);
  const Exporter* exporter = FindExporter(command.options.output.type);

  absl::Status status = inputs_.status();
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
  if (!inputs_.has_tried_to_open()) {
    source.ShowLater(InputsOf(options_).Paths(),
                     [this](RunContext& context) { return inputs_.Read(options_, context); });
  } else {
    PROFILER_RETURN_IF_ERROR(inputs_.status());
    source.Show(inputs_.open());
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
                            ProfilesFor(command, inputs_.open(), open));
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
  return AnswerTrend(engine_, inputs_.open().input_paths, open,
                     QuestionOf(command, gives_statistic_, renderer), context_);
}

absl::Status Session::Show(const Command& command, const Renderer& renderer,
                           const RenderContext& about) {
  PROFILER_ASSIGN_OR_RETURN(Report report, command.view->inputs == ProfilesAs::kEach
                                               ? AskOfEach(command, renderer)
                                               : Ask(command, renderer));
  AddPassedOver(command, report.notes);
  answers_.SayNotes(report.notes, renderer);
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
  if (view == commands.end() || !inputs_.open().profile) return;
  Command command;
  command.kind = CommandKind::kView;
  command.view = &*view;
  command.text = view->name;
  const absl::StatusOr<const Renderer*> renderer = RendererOf(command);
  if (!renderer.ok()) return;
  const LimitedRun limited(context_, options_.max_memory, options_.timeout);
  const absl::StatusOr<Report> report = engine_.Answer(
      inputs_.open().profile, QuestionOf(command, gives_statistic_, **renderer), context_);
  if (!report.ok()) return;
  const std::string text = (*renderer)->render(*report, About(command));
  // The first paragraph.
  output_.Write(text.substr(0, text.find("\n\n") + 1), (*renderer)->is_safe_to_show).IgnoreError();
}

void Session::AddPassedOver(const Command& command, std::vector<Note>& notes) {
  for (Note& note : passed_over_.Of(command)) notes.push_back(std::move(note));
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
  DiskFiles files(context_, [this](const std::string& path) { return inputs_.CheckNoInput(path); });
  absl::StatusOr<ExportResult> exported = [&] {
    const Progress progress(output_.error_terminal(), context_);
    const ProfileHandle& base = inputs_.open().base;
    std::vector<ProfileHandle> profiles = {inputs_.open().profile};
    if (base && exporter.obeys.Has(OptionUse::kBase)) profiles.push_back(base);
    return engine_.Export(profiles, QuestionOf(command, gives_statistic_, renderer), exporter,
                          params, files, context_);
  }();
  PROFILER_ASSIGN_OR_RETURN(ExportResult result, std::move(exported));
  FilesReport report;
  report.files = files.written();
  report.banner = std::move(result.banner);
  report.notes = std::move(result.notes);
  AddPassedOver(command, report.notes);
  answers_.SayNotes(report.notes, renderer);
  return answers_.WriteRendered(options, renderer.render_files(report, about), renderer);
}

absl::Status Session::Deliver(const Command& command, const Report& report,
                              const Renderer& renderer, const RenderContext& about) {
  if (command.options.output.is_page()) return WritePage(command, report);
  return answers_.WriteReport(command.options, report, renderer, about);
}

// Writes a page with the answer, and with those that the pages ask if it is about all of the
// profile.
absl::Status Session::WritePage(const Command& command, const Report& report) {
  const bool has_all_pages =
      command.view != nullptr && (command.view->introduces || report.shape == Shape::kDocument);
  RenderContext about = ContextOf(command, inputs_.open(), context_.threads());
  // Where the page goes is no part of the question.
  const std::string output = " -output " + QuoteWord(FindOption("output")->get(command.options));
  if (const size_t at = about.command.find(output); at != about.command.npos) {
    about.command.erase(at, output.size());
  }
  LineAnswers answers(engine_, inputs_.open(), options_, gives_statistic_, LineLimits::kCallers);
  PROFILER_ASSIGN_OR_RETURN(
      const std::string page,
      PageWithAnswers(about, report, has_all_pages, answers, StateOf(inputs_.open()), context_));
  const TimedPart writing(context_.times(), RunPart::kWrite);
  return files_.Write(command.options.output.outfile, page);
}

}  // namespace profiler
