#include "cli/ask/line_answers.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "cli/arguments.h"
#include "cli/obeyed.h"
#include "cli/option_words.h"
#include "cli/schema_answer.h"
#include "cli/words.h"
#include "profiler/base/process_memory.h"
#include "profiler/base/status.h"
#include "profiler/catalog/renderers.h"
#include "profiler/sql/query_text.h"

namespace profiler {
namespace {

constexpr std::string_view kFormat = "json";
// A page that waits longer is no longer looked at.
constexpr std::chrono::minutes kMostTime{2};
constexpr size_t kMostBytes = size_t{256} << 20;
// What questions may take beside the open profiles.
constexpr uint64_t kMostMemory = uint64_t{2} << 30;

// Options that name a file could read any file of the user's, and -output writes one.
absl::Status CheckOnlyAsks(const OptionWords& words) {
  for (const auto& [spec, value] : words.given) {
    if (spec->value_name == "FILE" || spec->name == "output") {
      return absl::InvalidArgumentError(
          fmt::format("-{} is for the program's own command line: a page reads and writes no files",
                      spec->name));
    }
    if (spec->name == "format" && value != kFormat) {
      return absl::InvalidArgumentError("answers to a page are JSON: leave -format out");
    }
  }
  return absl::OkStatus();
}

// Looks at the words before they are parsed, as parsing reads the files that they name.
absl::Status CheckWords(std::string_view line) {
  if (sql::BeginsQuery(line)) return absl::OkStatus();
  PROFILER_ASSIGN_OR_RETURN(LineWords split, SplitWords(line));
  if (split.redirect.kind != Redirect::Kind::kNone) {
    return absl::InvalidArgumentError("'|', '>' and '>>' are for the prompt: a page only asks");
  }
  if (split.words.empty()) {
    return absl::InvalidArgumentError("a command is expected, as `op -top 10`");
  }
  split.words.erase(split.words.begin());
  absl::StatusOr<OptionWords> words = ReadOptionWords(split.words, OptionPlace::kLine);
  if (!words.ok()) return absl::OkStatus();  // the parser says what is wrong
  return CheckOnlyAsks(*words);
}

// The lower of two limits; 0 is none.
template <typename Limit>
Limit LowerLimit(Limit a, Limit b) {
  if (a == Limit{}) return b;
  return b == Limit{} ? a : std::min(a, b);
}

}  // namespace

absl::StatusOr<Command> ParseQuestion(std::string_view line, const Options& defaults) {
  PROFILER_RETURN_IF_ERROR(CheckWords(line));
  PROFILER_ASSIGN_OR_RETURN(Command command, ParseLine(line, defaults));
  if (command.kind != CommandKind::kView && command.kind != CommandKind::kSchema) {
    return absl::InvalidArgumentError(fmt::format(
        "'{}' is for the program's own prompt: a page asks for answers, as `op -top 10`", line));
  }
  if (command.view != nullptr && command.view->inputs == ProfilesAs::kRuns) {
    return absl::InvalidArgumentError(fmt::format(
        "{} is for the program's own command line: it joins profiles", command.view->name));
  }
  return command;
}

LineAnswers::LineAnswers(Engine& engine, Opened opened, Options defaults, bool gives_statistic,
                         LineLimits limits)
    : engine_(engine),
      opened_(std::move(opened)),
      defaults_([&] {
        defaults.format = kFormat;
        defaults.format_is_given = true;
        defaults.output = OutputSpec();
        if (defaults.timeout.count() == 0) defaults.timeout = kMostTime;
        if (defaults.max_memory == 0) defaults.max_memory = AnonymousMemory() + kMostMemory;
        return std::move(defaults);
      }()),
      gives_statistic_(gives_statistic),
      limits_(limits) {}

web::Answer LineAnswers::Ask(std::string_view line, RunContext& context) {
  const Renderer& renderer = *FindRenderer(kFormat);
  RenderContext about;
  about.command = line;
  absl::StatusOr<Command> command = ParseQuestion(line, defaults_);
  absl::Status status = command.status();
  if (command.ok()) {
    {
      const std::lock_guard lock(mutex_);
      about = ContextOf(*command, opened_, 1);
    }
    absl::StatusOr<std::string> json = Rendered(*command, context);
    if (json.ok()) return {absl::OkStatus(), *std::move(json)};
    status = json.status();
  }
  if (absl::IsResourceExhausted(status)) engine_.ForgetAnswers();
  return {status,
          renderer.render_error(absl::StatusCodeToString(status.code()), Message(status), about)};
}

absl::StatusOr<Report> LineAnswers::Answer(const Command& command, RunContext& context) {
  if (command.kind == CommandKind::kSchema) return AnswerSchema(command);
  const OpenOne open = [&](const std::string& path) {
    Options one;
    one.profile_paths = {path};
    one.input_format = defaults_.input_format;
    one.threads = defaults_.threads;
    return engine_.Open(InputsOf(one), context);
  };
  std::unique_lock lock(mutex_);
  Opened opened = opened_;
  lock.unlock();
  const Question question = QuestionOf(command, gives_statistic_, *FindRenderer(kFormat));
  if (command.view->inputs == ProfilesAs::kEach) {
    return AnswerTrend(engine_, opened.input_paths, open, question, context);
  }
  PROFILER_ASSIGN_OR_RETURN(const std::vector<ProfileHandle> profiles,
                            ProfilesFor(command, opened, open));
  lock.lock();
  if (opened_.parts.empty()) opened_.parts = std::move(opened.parts);
  lock.unlock();
  return engine_.Answer(profiles, question, context);
}

absl::StatusOr<std::string> LineAnswers::Rendered(const Command& command, RunContext& context) {
  if (limits_ == LineLimits::kOwn) {
    context.LimitMemory(LowerLimit(command.options.max_memory, defaults_.max_memory));
    context.LimitTime(LowerLimit(command.options.timeout, defaults_.timeout));
  }
  PROFILER_ASSIGN_OR_RETURN(Report report, Answer(command, context));
  PassedOverNotes passed_over;
  for (Note& note : passed_over.Of(command)) report.notes.push_back(std::move(note));
  std::string json;
  absl::Status status;
  const auto add = [&](std::string_view part) {
    if (status.ok()) status = context.Check();
    if (json.size() + part.size() > kMostBytes) {
      status = absl::ResourceExhaustedError(
          fmt::format("the answer has more than {} MB: select fewer rows, as with -top, or columns",
                      kMostBytes >> 20));
    }
    if (status.ok()) json += part;
    return status;
  };
  RenderContext about;
  {
    const std::lock_guard lock(mutex_);
    about = ContextOf(command, opened_, context.threads());
  }
  if (command.kind == CommandKind::kSchema) about.inputs.clear();
  about.spill = add;
  add(FindRenderer(kFormat)->render(report, about)).IgnoreError();
  PROFILER_RETURN_IF_ERROR(status);
  return json;
}

}  // namespace profiler
