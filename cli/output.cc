#include "cli/output.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <poll.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <system_error>

#include "profiler/base/status.h"

namespace profiler {
namespace {

absl::Status ErrnoError(std::string_view doing, int error) {
  const std::string message = fmt::format("{}: {}", doing, std::strerror(error));
  if (error == EPIPE) return absl::AbortedError(message);
  return absl::UnavailableError(message);
}

// The length of the UTF-8 sequence at the start of `bytes` if it is a whole printable one, else 0.
size_t PrintableLength(std::string_view bytes) {
  const auto at = [&](size_t i) { return static_cast<unsigned char>(bytes[i]); };
  if (at(0) < 0x80) return (at(0) >= 0x20 && at(0) != 0x7f) || at(0) == '\n' || at(0) == '\t';
  const size_t length = at(0) >= 0xf0 ? 4 : at(0) >= 0xe0 ? 3 : 2;
  if (at(0) < 0xc2 || at(0) > 0xf4 || bytes.size() < length) return 0;
  for (size_t i = 1; i < length; ++i) {
    if ((at(i) & 0xc0) != 0x80) return 0;
  }
  const bool c1_control = at(0) == 0xc2 && at(1) < 0xa0;
  return c1_control ? 0 : length;
}

}  // namespace

std::string EscapeControls(std::string_view bytes) {
  std::string out;
  out.reserve(bytes.size());
  while (!bytes.empty()) {
    size_t length = PrintableLength(bytes);
    if (length > 0) {
      out += bytes.substr(0, length);
    } else {
      out += fmt::format("\\x{:02x}", static_cast<unsigned char>(bytes[0]));
      length = 1;
    }
    bytes.remove_prefix(length);
  }
  return out;
}

Output::Output(const RunContext& context)
    : context_(context),
      out_is_terminal_(isatty(STDOUT_FILENO) == 1),
      err_is_terminal_(isatty(STDERR_FILENO) == 1) {}

absl::Status Output::WriteAll(int fd, std::string_view bytes) const {
  while (!bytes.empty()) {
    const ssize_t written = write(fd, bytes.data(), bytes.size());
    if (written >= 0) {
      bytes.remove_prefix(static_cast<size_t>(written));
    } else if (errno == EAGAIN) {  // somebody made the terminal non-blocking
      pollfd wait = {fd, POLLOUT, 0};
      poll(&wait, 1, -1);
    } else if (errno != EINTR) {
      return ErrnoError("cannot write", errno);
    }
    if (!bytes.empty()) PROFILER_RETURN_IF_ERROR(context_.Check());
  }
  return absl::OkStatus();
}

absl::Status Output::Write(std::string_view bytes) {
  if (captured_ != nullptr) {
    captured_->append(bytes);
    return absl::OkStatus();
  }
  if (closed_) return absl::AbortedError("stdout is closed");
  const absl::Status status = out_is_terminal_ ? WriteAll(STDOUT_FILENO, EscapeControls(bytes))
                                               : WriteAll(STDOUT_FILENO, bytes);
  closed_ = absl::IsAborted(status);
  if (absl::IsUnavailable(status)) {
    return absl::UnavailableError("stdout: " + Message(status));
  }
  return status;
}

void Output::Say(std::string_view text) const {
  const std::string line = fmt::format("profiler: {}\n", text);
  // Nobody is left to tell when stderr fails.
  WriteAll(STDERR_FILENO, err_is_terminal_ ? EscapeControls(line) : line).IgnoreError();
}

absl::Status Output::WriteAndClose(int fd, std::string_view bytes) const {
  absl::Status status = WriteAll(fd, bytes);
  if (close(fd) != 0 && status.ok()) status = ErrnoError("cannot write", errno);
  return status;
}

absl::Status Output::ReplaceFile(const std::string& path, std::string_view bytes,
                                 mode_t mode) const {
  std::string temporary = path + ".XXXXXX";
  const int fd = mkostemp(temporary.data(), O_CLOEXEC);
  if (fd < 0) return ErrnoError("cannot create a file in its folder", errno);
  fchmod(fd, mode);  // some file systems have no modes
  absl::Status status = WriteAndClose(fd, bytes);
  if (status.ok() && rename(temporary.c_str(), path.c_str()) != 0) {
    status = ErrnoError("cannot rename to it", errno);
  }
  if (!status.ok()) unlink(temporary.c_str());
  return status;
}

absl::Status Output::AppendFile(const std::string& path, std::string_view bytes) const {
  const int fd = open(path.c_str(), O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC, 0666);
  const absl::Status status =
      fd < 0 ? ErrnoError("cannot open it", errno) : WriteAndClose(fd, bytes);
  if (status.ok()) return status;
  return absl::UnavailableError(fmt::format("{}: {}", path, Message(status)));
}

absl::Status Output::WriteFile(const std::string& path, std::string_view bytes) const {
  struct stat there;
  const bool exists = stat(path.c_str(), &there) == 0;
  absl::Status status;
  if (exists && !S_ISREG(there.st_mode)) {  // a folder does not open
    const int fd = open(path.c_str(), O_WRONLY | O_CLOEXEC);
    status = fd < 0 ? ErrnoError("cannot open it", errno) : WriteAndClose(fd, bytes);
  } else if (exists && access(path.c_str(), W_OK) != 0) {
    status = ErrnoError("cannot write", errno);
  } else if (exists) {
    // Of a link, what it points to is replaced.
    std::error_code failed;
    const std::filesystem::path target = std::filesystem::canonical(path, failed);
    status = ReplaceFile(failed ? path : target.string(), bytes, there.st_mode & 0777);
  } else {
    const mode_t mask = umask(0);
    umask(mask);
    status = ReplaceFile(path, bytes, 0666 & ~mask);
  }
  if (status.ok()) return status;
  return absl::Status(status.code(), fmt::format("{}: {}", path, Message(status)));
}

}  // namespace profiler
