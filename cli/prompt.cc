#include "cli/prompt.h"

#include <fmt/format.h>
#include <unistd.h>

#include <optional>
#include <string>

#include "cli/arguments.h"
#include "cli/line_reader.h"
#include "profiler/base/status.h"

namespace profiler {
namespace {

absl::Status RunLine(std::string_view line, Session& session) {
  absl::StatusOr<Command> command = ParseLine(line, session.options());
  return command.ok() ? session.Run(*command) : command.status();
}

}  // namespace

void RunPrompt(Session& session, Output& output, RunContext& context) {
  output.Say("`help` tells what can be asked, `quit` or Ctrl-D leaves");
  LineReader reader(STDIN_FILENO, context);
  while (!session.quit() && !output.closed()) {
    context.Reset();
    output.Write("tfprof> ").IgnoreError();
    const absl::StatusOr<std::optional<std::string>> line = reader.Next();
    if (absl::IsCancelled(line.status()) || (line.ok() && !line->has_value())) {
      output.Write("\n").IgnoreError();  // after what was typed, and dropped by the terminal
      if (line.ok()) return;
      continue;
    }
    const absl::Status status = line.ok() ? RunLine(**line, session) : line.status();
    if (!status.ok() && !output.closed()) output.Say(Message(status));
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
