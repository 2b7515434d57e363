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

// `bazel run` starts the program in Bazel's folder, but paths are relative to the user's folder.
void ChangeToUsersFolder(const Output& output) {
  const char* folder = std::getenv("BUILD_WORKING_DIRECTORY");
  if (folder == nullptr || chdir(folder) == 0) return;
  output.Say(fmt::format("warning: cannot change to {}: {}", folder, std::strerror(errno)));
}

// Opens /dev/null for each closed standard stream. Without this, a file opened later would get the
// stream's number, and messages would be written into the file. /dev/null is opened for reading if
// the stream is for writing and vice versa, so that each use fails, as on a closed stream.
void TakeClosedStreams() {
  for (const int fd : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO}) {
    if (fcntl(fd, F_GETFD) != -1) continue;
    // open() returns the lowest free number, which is `fd`.
    open("/dev/null", fd == STDIN_FILENO ? O_WRONLY : O_RDONLY);
  }
}

// Keeps freed memory in the process. Columns have many megabytes; if their memory went back to the
// kernel, the kernel would clear the same pages again and again.
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

// Whether a person types commands at a terminal. Only then user settings apply, because scripts
// must not depend on them.
bool IsTyped(const CommandLine& line, const Output& output) {
  const Options& options = line.options;
  const bool is_script = !options.commands.empty() || !options.script.empty();
  const bool asks = !line.command || line.command->kind == CommandKind::kView ||
                    line.command->kind == CommandKind::kServe;
  return !is_script && asks && isatty(STDIN_FILENO) == 1 && output.terminal();
}

// The command line, with the user's defaults if they apply. If there is an error, it is reported
// here and the result is nullopt.
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
  if (line.ok()) line->gives_statistic |= rc.gives_statistic;
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
  Session session(options, line->gives_statistic, output, context);
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
  std::signal(SIGPIPE, SIG_IGN);  // writing to a closed pipe fails instead of ending the program
  std::signal(SIGXFSZ, SIG_IGN);  // so does writing beyond `ulimit -f`
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
