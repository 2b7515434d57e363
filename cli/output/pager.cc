#include "cli/output/pager.h"

#include <fmt/format.h>
#include <signal.h>
#include <sys/ioctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <vector>

#include "cli/output/shell_pipe.h"
#include "profiler/base/status.h"
#include "profiler/render/display.h"

namespace profiler {
namespace {

constexpr int kNoSuchCommand = 127;  // the shell's exit status

// Ignores Ctrl-C while it exists: it is for the pager, which shares the terminal.
class CtrlCIgnored {
 public:
  CtrlCIgnored() {
    struct sigaction ignore = {};
    ignore.sa_handler = SIG_IGN;
    sigaction(SIGINT, &ignore, &before_);
  }
  ~CtrlCIgnored() { sigaction(SIGINT, &before_, nullptr); }
  CtrlCIgnored(const CtrlCIgnored&) = delete;
  CtrlCIgnored& operator=(const CtrlCIgnored&) = delete;

 private:
  struct sigaction before_ = {};
};

// The settings that git gives pagers: without F and X, `less` would clear a short answer.
// LESSSECURE takes the keys of `less` that write files and run commands: a command that is typed
// while an answer is shown, such as `scope -top 5`, would write a file `cope -top 5`.
std::vector<std::string> PagerSettings() {
  std::vector<std::string> settings;
  if (std::getenv("LESS") == nullptr) settings.emplace_back("LESS=FRX");
  if (std::getenv("LESSSECURE") == nullptr) settings.emplace_back("LESSSECURE=1");
  if (std::getenv("LV") == nullptr) settings.emplace_back("LV=-c");
  return settings;
}

// Without color sequences, which take no room.
std::string WithoutColors(std::string_view line) {
  std::string plain;
  for (size_t at = 0; at < line.size(); ++at) {
    if (line[at] != '\x1b') {
      plain += line[at];
      continue;
    }
    at = std::min(line.find('m', at), line.size());
  }
  return plain;
}

}  // namespace

std::string PagerCommand() {
  for (const char* name : {"PROFILER_PAGER", "PAGER"}) {
    const char* const command = std::getenv(name);
    if (command == nullptr) continue;
    return std::string_view(command) == "cat" ? "" : command;
  }
  const char* const terminal = std::getenv("TERM");
  const bool is_dumb = terminal == nullptr || std::string_view(terminal) == "dumb";
  return is_dumb ? "" : "less";
}

bool IsLongerThanScreen(std::string_view text) {
  winsize size = {};
  if (ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) != 0 || size.ws_row == 0) return false;
  const size_t width = std::max<size_t>(size.ws_col, 1);
  size_t lines = 1;  // for what the shell or the prompt writes next
  while (!text.empty() && lines <= size.ws_row) {
    const std::string_view line = text.substr(0, text.find('\n'));
    text.remove_prefix(std::min(text.size(), line.size() + 1));
    lines += std::max<size_t>((DisplayWidth(WithoutColors(line)) + width - 1) / width, 1);
  }
  return lines > size.ws_row;
}

absl::Status ShowInPager(const std::string& command, std::string_view text,
                         const RunContext& context) {
  const CtrlCIgnored ignored;
  PROFILER_ASSIGN_OR_RETURN(const int status, FeedShell(command, text, PagerSettings(), context));
  if (WIFEXITED(status) && WEXITSTATUS(status) == kNoSuchCommand) {
    return absl::NotFoundError(fmt::format("there is no pager `{}`", command));
  }
  return absl::OkStatus();
}

}  // namespace profiler
