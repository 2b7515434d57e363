#include "profiler/io/input.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <poll.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <system_error>
#include <utility>

#include "absl/status/status.h"
#include "profiler/io/file_map.h"

namespace profiler {

// The state of the file when it was mapped.
struct MappedFile {
  MappedFile(int fd, const struct stat& about)
      : info(about), map(fd, static_cast<size_t>(about.st_size)) {}

  const struct stat info;
  const FileMap map;
};

namespace {

// The most bytes read from a pipe, whose size is not known in advance.
constexpr size_t kMaxPipeBytes = size_t{1} << 30;
// The program that writes into a pipe may be started after this one.
constexpr int kWaitForWriterMs = 3'000;

class FileDescriptor {
 public:
  explicit FileDescriptor(int fd) : fd_(fd) {}
  ~FileDescriptor() {
    if (fd_ >= 0) close(fd_);
  }
  FileDescriptor(const FileDescriptor&) = delete;
  FileDescriptor& operator=(const FileDescriptor&) = delete;
  int get() const { return fd_; }

 private:
  const int fd_;
};

std::string Cause(int error) { return std::generic_category().message(error); }

absl::Status CannotOpen(const std::string& path, int error) {
  switch (error) {
    case ENOENT:
    case ENOTDIR:
      return absl::NotFoundError(fmt::format("'{}': there is no such file; check the path", path));
    case EACCES:
    case EPERM:
      return absl::PermissionDeniedError(fmt::format(
          "'{}' may not be read ({}); check its owner and permissions", path, Cause(error)));
    default:
      return absl::UnavailableError(fmt::format(
          "'{}' cannot be opened ({}); give a file that this user can read", path, Cause(error)));
  }
}

absl::Status CannotRead(const std::string& path, int error) {
  if (error == EINTR) return absl::CancelledError("interrupted");
  return absl::UnavailableError(fmt::format(
      "'{}' cannot be read ({}); copy it to a local disk and try again", path, Cause(error)));
}

absl::Status Empty(const std::string& path) {
  return absl::InvalidArgumentError(fmt::format(
      "'{}' is empty (0 bytes); was the job stopped before it wrote the profile?", path));
}

absl::StatusOr<std::string> ReadPipe(const std::string& path, int fd) {
  pollfd pipe = {fd, POLLIN, 0};
  if (poll(&pipe, 1, kWaitForWriterMs) < 0) return CannotRead(path, errno);
  // The pipe was opened without waiting for a writer; from now on reads wait for data.
  if (fcntl(fd, F_SETFL, 0) != 0) return CannotRead(path, errno);
  std::string bytes;
  while (bytes.size() <= kMaxPipeBytes) {
    char chunk[1 << 16];
    const ssize_t count = read(fd, chunk, sizeof(chunk));
    if (count < 0) return CannotRead(path, errno);
    if (count == 0) return bytes;
    bytes.append(chunk, static_cast<size_t>(count));
  }
  return absl::ResourceExhaustedError(
      fmt::format("'{}' is a pipe with more than {} MiB; write it to a file and give the file",
                  path, kMaxPipeBytes >> 20));
}

}  // namespace

absl::StatusOr<Input> Input::Map(const std::string& path) {
  // O_NONBLOCK: a named pipe without a writer must not block the program forever.
  const FileDescriptor file(open(path.c_str(), O_RDONLY | O_NONBLOCK | O_CLOEXEC));
  if (file.get() < 0) return CannotOpen(path, errno);
  struct stat info;
  if (fstat(file.get(), &info) != 0) return CannotRead(path, errno);
  if (S_ISDIR(info.st_mode)) {
    return absl::InvalidArgumentError(
        fmt::format("'{}' is a folder; give one profile file in it", path));
  }
  if (S_ISFIFO(info.st_mode)) {
    absl::StatusOr<std::string> bytes = ReadPipe(path, file.get());
    if (!bytes.ok()) return bytes.status();
    if (bytes->empty()) return Empty(path);
    return FromBytes(path, *std::move(bytes));
  }
  if (!S_ISREG(info.st_mode)) {
    return absl::InvalidArgumentError(
        fmt::format("'{}' is a device and not a file; give a profile file", path));
  }
  if (info.st_size == 0) return Empty(path);

  const auto mapped = std::make_shared<const MappedFile>(file.get(), info);
  const FileMap& map = mapped->map;
  if (map.begin() == nullptr) return CannotRead(path, errno);
  // Only advice, so errors do not matter.
  posix_madvise(const_cast<char*>(map.begin()), map.size(), POSIX_MADV_SEQUENTIAL);
  Input input;
  input.name_ = path;
  input.bytes_ = {map.begin(), map.size()};
  input.mapped_ = mapped;
  return input;
}

Input::Change Input::FindChange() const {
  if (mapped_ == nullptr) return Change::kNone;
  if (mapped_->map.is_broken()) return Change::kCut;
  struct stat now;
  const struct stat& then = mapped_->info;
  // If another file replaced the file at this path, the map is unchanged.
  if (stat(name_.c_str(), &now) != 0 || now.st_dev != then.st_dev || now.st_ino != then.st_ino) {
    return Change::kNone;
  }
  if (now.st_size != then.st_size)
    return now.st_size < then.st_size ? Change::kCut : Change::kGrown;
  const bool same_time =
      now.st_mtim.tv_sec == then.st_mtim.tv_sec && now.st_mtim.tv_nsec == then.st_mtim.tv_nsec;
  return same_time ? Change::kNone : Change::kRewritten;
}

absl::Status Input::CheckUnchanged() const {
  const Change change = FindChange();
  if (change != Change::kCut && change != Change::kRewritten) return absl::OkStatus();
  return absl::DataLossError(fmt::format(
      "'{}' was {} while it was read (it had {} bytes at first): open it again when what writes it "
      "has finished",
      name_, change == Change::kCut ? "cut, or its disk failed," : "written over", bytes_.size()));
}

void Input::Release(std::string_view part) const {
  if (mapped_ == nullptr || part.empty()) return;
  static const auto page = static_cast<size_t>(sysconf(_SC_PAGESIZE));
  const auto offset = static_cast<size_t>(part.data() - bytes_.data());
  const size_t first = (offset + page - 1) / page * page,
               last = (offset + part.size()) / page * page;
  if (first >= last) return;
  // The map is never written to, so its pages can be read again from the file.
  madvise(const_cast<char*>(bytes_.data()) + first, last - first, MADV_DONTNEED);
}

Input Input::FromBytes(std::string name, std::string bytes) {
  const auto held = std::make_shared<const std::string>(std::move(bytes));
  Input input;
  input.name_ = std::move(name);
  input.bytes_ = *held;
  input.held_ = held;
  return input;
}

}  // namespace profiler
