#include "cli/output/disk_files.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdlib>
#include <filesystem>
#include <optional>
#include <system_error>

#include "cli/output/temporary_name.h"
#include "cli/output/write_bytes.h"
#include "profiler/base/status.h"

namespace profiler {
namespace {

// The size of the buffer, and the minimum size of blocks that are written without buffering.
constexpr size_t kDiskBufferBytes = 1 << 20, kDirectBytes = 1 << 16;

absl::Status NamePath(const std::string& path, const absl::Status& status) {
  if (status.ok()) return status;
  return absl::Status(status.code(), fmt::format("{}: {}", path, Message(status)));
}

class DiskFile : public OutputFile {
 public:
  DiskFile(std::string path, const RunContext& context, std::vector<FilesReport::File>& written)
      : path_(std::move(path)), context_(context), written_(written) {}
  DiskFile(const DiskFile&) = delete;
  DiskFile& operator=(const DiskFile&) = delete;
  ~DiskFile() override {
    if (fd_ >= 0) close(fd_);
  }

  absl::Status Open();
  absl::Status Append(std::string_view bytes) override;
  absl::Status Close() override;
  absl::Status WriteAt(uint64_t offset, std::string_view bytes) override;
  absl::StatusOr<size_t> ReadAt(uint64_t offset, char* to, size_t size) override;

 private:
  absl::Status OpenTemporary(mode_t mode);
  absl::Status Write(std::string_view bytes);
  absl::Status Flush();
  absl::Status Finish();

  const std::string path_;
  const RunContext& context_;
  std::vector<FilesReport::File>& written_;
  std::string target_;                      // the final path
  std::optional<TemporaryName> temporary_;  // nullopt if written directly
  int fd_ = -1;
  std::string buffer_;
  uint64_t bytes_ = 0;
};

absl::Status DiskFile::Open() {
  target_ = path_;
  struct stat there;
  if (stat(path_.c_str(), &there) != 0) {
    const mode_t mask = umask(0);
    umask(mask);
    return OpenTemporary(0666 & ~mask);
  }
  // /dev/stdout may refer to a file; then bytes are appended to the file.
  const bool is_device = path_.starts_with("/dev/") || path_.starts_with("/proc/");
  if (is_device || !S_ISREG(there.st_mode)) {  // for a folder, open() fails
    fd_ = open(path_.c_str(), O_WRONLY | O_CLOEXEC | (is_device ? O_APPEND : 0));
    return fd_ < 0 ? ErrnoError("cannot open it", errno) : absl::OkStatus();
  }
  if (access(path_.c_str(), W_OK) != 0) return ErrnoError("cannot write", errno);
  // If the path is a link, the link's target is replaced.
  std::error_code failed;
  const std::filesystem::path target = std::filesystem::canonical(path_, failed);
  if (!failed) target_ = target.string();
  return OpenTemporary(there.st_mode & 0777);
}

absl::Status DiskFile::OpenTemporary(mode_t mode) {
  temporary_.emplace(std::filesystem::path(target_).parent_path());
  fd_ = temporary_->fd();
  if (fd_ < 0) return ErrnoError("cannot create a file in its folder", errno);
  fchmod(fd_, mode);  // may fail: some file systems have no modes
  return absl::OkStatus();
}

absl::Status DiskFile::Write(std::string_view bytes) {
  PROFILER_RETURN_IF_ERROR(context_.Check());  // a cancelled command never completes a file
  bytes_ += bytes.size();
  return NamePath(path_, WriteBytes(fd_, bytes, context_));
}

absl::Status DiskFile::Flush() {
  absl::Status status = Write(buffer_);
  buffer_.clear();
  return status;
}

absl::Status DiskFile::Append(std::string_view bytes) {
  if (bytes.size() >= kDirectBytes) {
    PROFILER_RETURN_IF_ERROR(Flush());
    return Write(bytes);
  }
  buffer_ += bytes;
  return buffer_.size() < kDiskBufferBytes ? absl::OkStatus() : Flush();
}

absl::Status DiskFile::WriteAt(uint64_t offset, std::string_view bytes) {
  if (!temporary_) {
    return absl::InvalidArgumentError(
        fmt::format("{}: a device or a pipe cannot hold it: give a file", path_));
  }
  PROFILER_RETURN_IF_ERROR(context_.Check());
  bytes_ = std::max(bytes_, offset + bytes.size());
  return NamePath(path_, WriteBytesAt(fd_, offset, bytes, context_));
}

absl::StatusOr<size_t> DiskFile::ReadAt(uint64_t offset, char* to, size_t size) {
  size_t done = 0;
  while (done < size) {
    const ssize_t got = pread(fd_, to + done, size - done, static_cast<off_t>(offset + done));
    if (got == 0) break;
    if (got > 0) {
      done += static_cast<size_t>(got);
    } else if (errno != EINTR) {
      return NamePath(path_, ErrnoError("cannot read what was written", errno));
    }
  }
  return done;
}

absl::Status DiskFile::Finish() {
  const int fd = fd_;
  fd_ = -1;
  if (close(fd) != 0) return ErrnoError("cannot write", errno);
  if (!temporary_) return absl::OkStatus();
  const int error = temporary_->RenameTo(target_);
  return error == 0 ? absl::OkStatus() : ErrnoError("cannot rename to it", error);
}

absl::Status DiskFile::Close() {
  PROFILER_RETURN_IF_ERROR(Flush());
  PROFILER_RETURN_IF_ERROR(NamePath(path_, Finish()));
  written_.push_back({path_, bytes_});
  return absl::OkStatus();
}

}  // namespace

absl::StatusOr<std::unique_ptr<OutputFile>> DiskFiles::Create(const std::string& path) {
  PROFILER_RETURN_IF_ERROR(check_(path));
  auto file = std::make_unique<DiskFile>(path, context_, written_);
  PROFILER_RETURN_IF_ERROR(NamePath(path, file->Open()));
  return file;
}

absl::Status DiskFiles::AppendTo(const std::string& path, std::string_view bytes) const {
  PROFILER_RETURN_IF_ERROR(check_(path));
  const int fd = open(path.c_str(), O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC, 0666);
  absl::Status status =
      fd < 0 ? ErrnoError("cannot open it", errno) : WriteBytes(fd, bytes, context_);
  if (fd >= 0 && close(fd) != 0 && status.ok()) status = ErrnoError("cannot write", errno);
  // Unlike for stdout, it is an error if the reader of a named pipe closes it.
  if (absl::IsAborted(status)) status = absl::UnavailableError(Message(status));
  return NamePath(path, status);
}

}  // namespace profiler
