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
#include "profiler/base/status.h"

namespace profiler {
namespace {

constexpr char kPrompt[] = "tfprof> ";

using Line = absl::StatusOr<std::optional<std::string>>;

Line ReadPlainly(LineReader& reader, Output& output) {
  output.Write(kPrompt).IgnoreError();
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
      kPrompt, history,
      [&session](std::string_view line, size_t cursor) {
        return CompleteLine(session, line, cursor);
      },
      context);
  while (!session.quit() && !output.closed()) {
    context.Reset();
    if (EndingSignal() != 0) return;  // after Reset(), which may clear the cancellation
    session.StartStream();
    const Line line = editor != nullptr ? editor->Next() : ReadPlainly(reader, output);
    if (absl::IsCancelled(line.status())) continue;
    if (line.ok() && !line->has_value()) return;
    const absl::Status status = line.ok() ? RunLine(**line, session) : line.status();
    if (!status.ok() && !output.closed()) output.Say(Message(status));
    if (editor != nullptr && absl::IsCancelled(status)) editor->DropTyped();
    if (!line.ok()) return;
  }
}

void RunPipe(Runner& runner, const RunContext& context) {
  LineReader reader(STDIN_FILENO, context);
  bool go_on = runner.Open();
  for (int number = 1; go_on; ++number) {
    absl::StatusOr<std::optional<std::string>> line = reader.Next();
    if (!line.ok()) {
      runner.Fail(line.status(), "");
      return;
    }
    if (!line->has_value()) return;
    const std::string where = fmt::format("line {}", number);
    const absl::StatusOr<Command> command = ParseLine(**line, runner.session().options());
    go_on = command.ok() ? runner.Run(*command, where) : runner.Fail(command.status(), where);
  }
}

}  // namespace profiler
