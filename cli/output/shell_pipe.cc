#include "cli/output/shell_pipe.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <signal.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>

#include "cli/interrupt.h"
#include "profiler/base/status.h"

namespace profiler {
namespace {

absl::Status CannotRun(const std::string& command, int error) {
  return absl::UnavailableError(fmt::format("cannot run `{}`: {}", command, std::strerror(error)));
}

// Starts the shell, with `input` as its stdin and default signal handling.
absl::StatusOr<pid_t> StartShell(const std::string& command, int input,
                                 const std::vector<std::string>& variables) {
  std::vector<char*> environment;
  for (char** at = environ; *at != nullptr; ++at) environment.push_back(*at);
  for (const std::string& one : variables) environment.push_back(const_cast<char*>(one.c_str()));
  environment.push_back(nullptr);
  posix_spawn_file_actions_t files;
  posix_spawn_file_actions_init(&files);
  posix_spawn_file_actions_adddup2(&files, input, STDIN_FILENO);
  posix_spawnattr_t attributes;
  posix_spawnattr_init(&attributes);
  sigset_t standard;
  sigemptyset(&standard);
  sigaddset(&standard, SIGINT);
  sigaddset(&standard, SIGPIPE);
  sigaddset(&standard, SIGXFSZ);
  posix_spawnattr_setsigdefault(&attributes, &standard);
  posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSIGDEF);

  const char* const words[] = {"sh", "-c", command.c_str(), nullptr};
  pid_t child = -1;
  const int error = posix_spawn(&child, "/bin/sh", &files, &attributes,
                                const_cast<char* const*>(words), environment.data());
  posix_spawnattr_destroy(&attributes);
  posix_spawn_file_actions_destroy(&files);
  if (error != 0) return CannotRun(command, error);
  return child;
}

void Feed(int fd, std::string_view input, const RunContext& context) {
  while (!input.empty() && context.Check().ok()) {
    const ssize_t written = write(fd, input.data(), input.size());
    if (written >= 0) {
      input.remove_prefix(static_cast<size_t>(written));
    } else if (errno != EINTR) {
      return;  // EPIPE: the command stopped reading, which is no error
    }
  }
}

}  // namespace

absl::StatusOr<int> FeedShell(const std::string& command, std::string_view input,
                              const std::vector<std::string>& variables,
                              const RunContext& context) {
  int ends[2];
  if (pipe2(ends, O_CLOEXEC) != 0) return CannotRun(command, errno);
  const absl::StatusOr<pid_t> child = StartShell(command, ends[0], variables);
  close(ends[0]);
  if (child.ok()) Feed(ends[1], input, context);
  close(ends[1]);
  if (!child.ok()) return child.status();

  int status = 0;
  while (waitpid(*child, &status, 0) < 0) {
    if (errno != EINTR) return CannotRun(command, errno);
    // Other signals are forwarded. The terminal itself sends Ctrl-C to the command, which may
    // handle it.
    if (const int signal = EndingSignal(); signal != 0 && signal != SIGINT) kill(*child, signal);
  }
  PROFILER_RETURN_IF_ERROR(context.Check());
  return status;
}

absl::Status PipeToShell(const std::string& command, std::string_view input,
                         const RunContext& context) {
  PROFILER_ASSIGN_OR_RETURN(const int status, FeedShell(command, input, {}, context));
  if (WIFSIGNALED(status)) {
    return absl::UnavailableError(fmt::format("`{}` was ended by signal {} ({})", command,
                                              WTERMSIG(status), strsignal(WTERMSIG(status))));
  }
  if (WEXITSTATUS(status) == 0) return absl::OkStatus();
  return absl::UnavailableError(
      fmt::format("`{}` ended with status {}", command, WEXITSTATUS(status)));
}

}  // namespace profiler
