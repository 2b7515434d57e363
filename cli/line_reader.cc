#include "cli/line_reader.h"

#include <fmt/format.h>
#include <poll.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>

#include "cli/interrupt.h"
#include "profiler/base/status.h"

namespace profiler {

absl::StatusOr<bool> LineReader::Fill() {
  {
    // Interrupts are blocked except while this waits, so that none between check and wait is
    // missed.
    const InterruptsBlocked blocked;
    PROFILER_RETURN_IF_ERROR(context_.Check());
    pollfd wait = {fd_, POLLIN, 0};
    if (ppoll(&wait, 1, nullptr, &blocked.outside()) < 0) {
      if (errno == EINTR) return true;
      return absl::UnavailableError(fmt::format("cannot wait for input: {}", std::strerror(errno)));
    }
  }
  // An interrupt that made the terminal drop the input has cancelled `context_` by now.
  PROFILER_RETURN_IF_ERROR(context_.Check());
  char bytes[4096];
  const ssize_t count = read(fd_, bytes, sizeof(bytes));
  if (count < 0) {
    if (errno == EAGAIN || errno == EINTR) return true;
    if (errno == EIO) return false;  // the terminal was closed
    return absl::UnavailableError(fmt::format("cannot read stdin: {}", std::strerror(errno)));
  }
  buffer_.erase(0, begin_);
  begin_ = 0;
  buffer_.append(bytes, static_cast<size_t>(count));
  return count > 0;
}

absl::StatusOr<std::optional<std::string>> LineReader::Next() {
  size_t searched = begin_;
  while (true) {
    const size_t end = buffer_.find('\n', searched);
    if (end != std::string::npos) {
      std::string line = buffer_.substr(begin_, end - begin_);
      begin_ = end + 1;
      return std::optional(std::move(line));
    }
    const size_t kept = buffer_.size() - begin_;
    absl::StatusOr<bool> more = Fill();
    if (!more.ok()) return more.status();
    if (*more) {
      searched = begin_ + kept;
      continue;
    }
    if (buffer_.size() == begin_) return std::optional<std::string>();
    std::string line = buffer_.substr(begin_);
    begin_ = buffer_.size();
    return std::optional(std::move(line));
  }
}

}  // namespace profiler
