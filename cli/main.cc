#include <fcntl.h>
#include <fmt/format.h>
#include <malloc.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <exception>
#include <new>
#include <optional>
#include <string>
#include <vector>

#include "cli/arguments.h"
#include "cli/help.h"
#include "cli/interrupt.h"
#include "cli/output/output.h"
#include "cli/prompt/prompt.h"
#include "cli/rc_file.h"
#include "cli/runner.h"
#include "cli/script.h"
#include "cli/session.h"
#include "profiler/base/run_context.h"
#include "profiler/base/status.h"

namespace profiler {
namespace {

constexpr std::string_view kNoInput =
    "no input: name a profile, as in `profiler op profile_100 -order_by micros` or with "
    "--profile_path=FILE (`profiler --help` says more)";

// `bazel run` starts the program in a folder of its own; paths are relative to the user's.
void ChangeToUsersFolder(const Output& output) {
  const char* folder = std::getenv("BUILD_WORKING_DIRECTORY");
  if (folder == nullptr || chdir(folder) == 0) return;
  output.Say(fmt::format("warning: cannot change to {}: {}", folder, std::strerror(errno)));
}

// A file that is opened later must not get the number of a standard stream that was closed: what is
// said would go into it. What stands in its place fails, as it would closed.
void TakeClosedStreams() {
  for (const int fd : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO}) {
    if (fcntl(fd, F_GETFD) != -1) continue;
    // The lowest free number is given, which is this one.
    open("/dev/null", fd == STDIN_FILENO ? O_WRONLY : O_RDONLY);
  }
}

// What one part frees the next takes: columns have many megabytes, and if each went back to the
// kernel, it would clear the same pages again and again.
void KeepFreedMemory() {
  mallopt(M_MMAP_THRESHOLD, 32 << 20);
  mallopt(M_TRIM_THRESHOLD, 64 << 20);
}

ExitStatus RunOnTerminal(Session& session, Output& output, RunContext& context) {
  if (const absl::Status status = session.Open(); !status.ok()) {
    output.Say(Message(status));
    return absl::IsCancelled(status) ? kInterrupted : kFailed;
  }
  RunPrompt(session, output, context);
  if (EndingSignal() != 0) return kInterrupted;
  return session.damaged() ? kFailed : kFine;
}

// Whether somebody types this at a terminal: what scripts ask must not hang on a user's settings.
bool IsTyped(const CommandLine& line, const Output& output) {
  const Options& options = line.options;
  const bool is_script = !options.commands.empty() || !options.script.empty();
  const bool asks = !line.command || line.command->kind == CommandKind::kView;
  return !is_script && asks && isatty(STDIN_FILENO) == 1 && output.terminal();
}

// The command line, with the user's defaults where they are for it. Nothing: it is wrong, or they
// are, which has been said.
std::optional<CommandLine> ReadCommandLine(const std::vector<std::string>& words,
                                           const Output& output) {
  absl::StatusOr<CommandLine> line = ParseCommandLine(words);
  if (!line.ok()) {
    output.Say(Message(line.status()));
    return std::nullopt;
  }
  if (line->options.no_rc || !IsTyped(*line, output)) return *std::move(line);
  const std::string path = RcFilePath();
  const RcFile rc = ReadRcFile(path);
  for (const std::string& problem : rc.problems) output.Say(problem);
  if (!rc.problems.empty()) return std::nullopt;
  line = ParseCommandLine(words, rc.options);
  if (line.ok()) return *std::move(line);
  output.Say(fmt::format("{} (set in {}; -no_rc leaves it out)", Message(line.status()), path));
  return std::nullopt;
}

ExitStatus Run(const std::vector<std::string>& words, Output& output, RunContext& context) {
  const std::optional<CommandLine> line = ReadCommandLine(words, output);
  if (!line) return kWrongCommandLine;
  const Options& options = line->options;
  const Script script = line->command ? OneCommand(*line->command) : ParseScript(options);
  for (const std::string& problem : script.problems) output.Say(problem);
  if (!script.problems.empty()) return kWrongCommandLine;

  const bool from_stdin = !line->command && options.commands.empty() && options.script.empty();
  if ((from_stdin || script.needs_input) && InputsOf(options).empty()) {
    output.Say(kNoInput);
    return kWrongCommandLine;
  }

  const bool prompt = from_stdin && isatty(STDIN_FILENO) == 1 && output.terminal();
  HandleInterrupts(context, /*ctrl_c_ends=*/!prompt);
  Session session(options, output, context);
  if (prompt) return RunOnTerminal(session, output, context);
  Runner runner(session, output, context);
  if (from_stdin) {
    RunPipe(runner, context);
  } else {
    RunScript(script, runner);
  }
  return runner.exit_status();
}

}  // namespace
}  // namespace profiler

int main(int argc, char** argv) {
  std::signal(SIGPIPE, SIG_IGN);  // a closed pipe is a failed write,
  std::signal(SIGXFSZ, SIG_IGN);  // and so is a file beyond `ulimit -f`
  profiler::TakeClosedStreams();
  profiler::KeepFreedMemory();
  profiler::RunContext context;
  profiler::Output output(context);
  try {
    profiler::ChangeToUsersFolder(output);
    const int status = profiler::Run({argv + std::min(argc, 1), argv + argc}, output, context);
    const int signal = profiler::EndingSignal();
    return status == profiler::kInterrupted && signal != 0 ? 128 + signal : status;
  } catch (const std::bad_alloc&) {
    output.Say("out of memory");
  } catch (const std::exception& error) {
    output.Say(fmt::format("internal error: {}", error.what()));
  }
  return profiler::kFailed;
}
