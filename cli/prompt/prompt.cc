#include "cli/prompt/prompt.h"

#include <fmt/format.h>
#include <unistd.h>

#include <optional>
#include <string>

#include "cli/arguments.h"
#include "cli/interrupt.h"
#include "cli/line_reader.h"
#include "cli/paths.h"
#include "cli/prompt/completion.h"
#include "cli/prompt/history.h"
#include "cli/prompt/line_editor.h"
#include "cli/query_lines.h"
#include "profiler/base/status.h"
#include "profiler/sql/query_text.h"

namespace profiler {
namespace {

constexpr char kPrompt[] = "tfprof> ";
constexpr char kMorePrompt[] = "   ...> ";  // of a query that goes on

using Line = absl::StatusOr<std::optional<std::string>>;

Line ReadPlainly(const char* prompt, LineReader& reader, Output& output) {
  output.Write(prompt).IgnoreError();
  Line line = reader.Next();
  // At the end of the input and after Ctrl-C, the cursor is still on the prompt's line.
  const bool ended = line.ok() && !line->has_value();
  if (ended || absl::IsCancelled(line.status())) output.Write("\n").IgnoreError();
  return line;
}

Completion CompleteLine(const Session& session, std::string_view line, size_t cursor) {
  CompletionContext context;
  context.profile = session.profile();
  context.compat_tfprof = session.CompatTfprof(session.options());
  return Completer(std::move(context)).Complete(line, cursor);
}

// A query over several lines is one line of the history.
std::string InHistory(const std::string& line) {
  return sql::BeginsQuery(line) ? sql::InOneLine(line) : line;
}

absl::Status RunLine(std::string_view line, Session& session) {
  absl::StatusOr<Command> command = ParseLine(line, session.options());
  return command.ok() ? session.Run(*command) : command.status();
}

}  // namespace

void RunPrompt(Session& session, Output& output, RunContext& context) {
  session.Introduce();
  output.Say("`overview` says more, `help` lists commands, `quit` or Ctrl-D leaves");
  LineReader reader(STDIN_FILENO, context);
  const std::string folder = StateFolder();
  History history(folder.empty() ? "" : folder + "/history");
  const auto editor = LineEditor::Make(
      history,
      [&session](std::string_view line, size_t cursor) {
        return CompleteLine(session, line, cursor);
      },
      context);
  QueryLines lines;
  while (!session.quit() && !output.closed()) {
    context.Reset();
    if (EndingSignal() != 0) return;  // after Reset(), which may clear the cancellation
    session.StartStream();
    const char* const prompt = lines.is_open() ? kMorePrompt : kPrompt;
    Line line = editor != nullptr ? editor->Next(prompt) : ReadPlainly(prompt, reader, output);
    if (absl::IsCancelled(line.status())) {
      lines.Drop();
      continue;
    }
    if (line.ok() && !line->has_value()) return;
    if (line.ok()) *line = lines.Add(std::move(**line));
    if (line.ok() && !line->has_value()) continue;
    if (line.ok() && editor != nullptr) editor->Remember(InHistory(**line));
    const absl::Status status = line.ok() ? RunLine(**line, session) : line.status();
    if (!status.ok() && !output.closed()) output.Say(Message(status));
    if (editor != nullptr && absl::IsCancelled(status)) editor->DropTyped();
    if (!line.ok()) return;
  }
}

void RunPipe(Runner& runner, const RunContext& context) {
  LineReader reader(STDIN_FILENO, context);
  QueryLines lines;
  bool go_on = runner.Open();
  for (int number = 1, first = 1; go_on; ++number) {
    if (!lines.is_open()) first = number;
    absl::StatusOr<std::optional<std::string>> line = reader.Next();
    if (!line.ok()) {
      runner.Fail(line.status(), "");
      return;
    }
    const bool ended = !line->has_value();
    line = ended ? lines.Finish() : lines.Add(std::move(**line));
    if (!line->has_value()) {
      if (ended) return;
      continue;
    }
    const std::string where = fmt::format("line {}", first);
    const absl::StatusOr<Command> command = ParseLine(**line, runner.session().options());
    go_on = command.ok() ? runner.Run(*command, where) : runner.Fail(command.status(), where);
  }
}

}  // namespace profiler
