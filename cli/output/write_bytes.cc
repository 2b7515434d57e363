#include "cli/output/write_bytes.h"

#include <fmt/format.h>
#include <poll.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <string>

#include "profiler/base/status.h"

namespace profiler {

absl::Status ErrnoError(std::string_view doing, int error) {
  const std::string message = fmt::format("{}: {}", doing, std::strerror(error));
  if (error == EPIPE) return absl::AbortedError(message);
  return absl::UnavailableError(message);
}

absl::Status WriteBytesAt(int fd, uint64_t offset, std::string_view bytes,
                          const RunContext& context) {
  while (!bytes.empty()) {
    const ssize_t written = pwrite(fd, bytes.data(), bytes.size(), static_cast<off_t>(offset));
    if (written >= 0) {
      bytes.remove_prefix(static_cast<size_t>(written));
      offset += static_cast<uint64_t>(written);
    } else if (errno != EINTR) {
      return ErrnoError("cannot write", errno);
    }
    if (!bytes.empty()) PROFILER_RETURN_IF_ERROR(context.Check());
  }
  return absl::OkStatus();
}

absl::Status WriteBytes(int fd, std::string_view bytes, const RunContext& context) {
  while (!bytes.empty()) {
    const ssize_t written = write(fd, bytes.data(), bytes.size());
    if (written >= 0) {
      bytes.remove_prefix(static_cast<size_t>(written));
    } else if (errno == EAGAIN) {  // another process made the terminal non-blocking
      pollfd wait = {fd, POLLOUT, 0};
      poll(&wait, 1, -1);
    } else if (errno != EINTR) {
      return ErrnoError("cannot write", errno);
    }
    if (!bytes.empty()) PROFILER_RETURN_IF_ERROR(context.Check());
  }
  return absl::OkStatus();
}

}  // namespace profiler
