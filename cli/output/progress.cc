#include "cli/output/progress.h"

#include <fmt/format.h>
#include <unistd.h>

#include <string>
#include <string_view>

#include "cli/interrupt.h"

namespace profiler {
namespace {

constexpr std::chrono::milliseconds kRedraw{200};
constexpr std::string_view kErase = "\r\x1b[K";

void Show(int fd, std::string_view text) {
  // If the terminal is closed or blocked, the line is dropped, because it is temporary anyway.
  if (write(fd, text.data(), text.size()) < 0) return;
}

}  // namespace

Progress::Progress(int fd, const RunContext& context, std::chrono::milliseconds quiet)
    : fd_(fd), context_(context), quiet_(quiet) {
  if (fd_ < 0) return;
  const InterruptsBlocked here;  // the new thread must not handle Ctrl-C
  thread_ = std::thread([this] { Run(); });
}

Progress::~Progress() {
  if (!thread_.joinable()) return;
  {
    const std::lock_guard lock(mutex_);
    ended_ = true;
  }
  ends_.notify_one();
  thread_.join();
}

void Progress::Run() {
  std::unique_lock lock(mutex_);
  const auto start = std::chrono::steady_clock::now();
  const auto ended = [this] { return ended_; };
  if (ends_.wait_for(lock, quiet_, ended)) return;
  do {
    const auto lasted = std::chrono::steady_clock::now() - start;
    const int permille = context_.done_permille();
    const std::string share =
        permille == RunContext::kUnknownShare ? "" : fmt::format(" {}%", permille / 10);
    Show(fd_, fmt::format("{}{}{} ({} s, Ctrl-C stops)", kErase, context_.doing(), share,
                          std::chrono::duration_cast<std::chrono::seconds>(lasted).count()));
  } while (!ends_.wait_for(lock, kRedraw, ended));
  Show(fd_, kErase);
}

}  // namespace profiler
