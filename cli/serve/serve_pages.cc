#include "cli/serve/serve_pages.h"

#include <fmt/format.h>
#include <poll.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstdlib>
#include <ctime>
#include <memory>
#include <string>

#include "profiler/base/status.h"
#include "web/server/server.h"

namespace profiler {
namespace {

// Between two looks whether opening failed.
constexpr timespec kBetweenLooks = {.tv_sec = 0, .tv_nsec = 50'000'000};

absl::Status CheckAddress(const Options& options) {
  if (!web::IsAddress(options.listen)) {
    return absl::InvalidArgumentError(
        fmt::format("invalid value for -listen: '{}' is no IP address", options.listen));
  }
  if (web::IsLoopback(options.listen) || options.allow_remote) return absl::OkStatus();
  return absl::InvalidArgumentError(
      fmt::format("-listen {}: other machines reach this address, and what is sent is not "
                  "encrypted; forward the port with `ssh -L`, or give -allow_remote",
                  options.listen));
}

// The shell starts the browser in the background; the words are its parameters, not its text.
void OpenBrowser(const std::string& url, const InterruptsBlocked& blocked, const Output& output) {
  const char* const named = std::getenv("BROWSER");
  std::string browser = named != nullptr && *named != '\0' ? named : "xdg-open";
  std::string shell = "sh", flag = "-c", text = R"("$0" "$1" </dev/null >/dev/null 2>&1 &)";
  std::string address = url;
  char* const words[] = {shell.data(),   flag.data(),    text.data(),
                         browser.data(), address.data(), nullptr};
  posix_spawnattr_t attributes;
  posix_spawnattr_init(&attributes);
  posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSIGMASK);
  posix_spawnattr_setsigmask(&attributes, &blocked.outside());
  pid_t child = 0;
  const bool runs = posix_spawn(&child, "/bin/sh", nullptr, &attributes, words, environ) == 0;
  posix_spawnattr_destroy(&attributes);
  if (runs) waitpid(child, nullptr, 0);
  if (!runs) output.Say(fmt::format("warning: cannot start {}", browser));
}

}  // namespace

absl::Status ServePages(PageSource& source, const Options& options,
                        const InterruptsBlocked& blocked, Output& output,
                        const RunContext& context) {
  PROFILER_RETURN_IF_ERROR(CheckAddress(options));
  PROFILER_ASSIGN_OR_RETURN(
      const std::unique_ptr<web::Server> server,
      web::Server::Start({options.listen, static_cast<uint16_t>(options.port)}, source));
  PROFILER_RETURN_IF_ERROR(output.Write(server->Url() + '\n'));
  if (!web::IsLoopback(options.listen)) {
    output.Say("warning: what this server sends is not encrypted");
  }
  if (output.error_terminal() >= 0) output.Say("open this URL in a browser; Ctrl-C ends it");
  if (options.browser) OpenBrowser(server->Url(), blocked, output);
  while (context.Check().ok()) {
    PROFILER_RETURN_IF_ERROR(source.Failed());
    ppoll(nullptr, 0, source.IsOpening() ? &kBetweenLooks : nullptr, &blocked.outside());
  }
  return absl::OkStatus();
}

}  // namespace profiler
