#include "cli/prompt/history.h"

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <memory>

#include "cli/output/output.h"

namespace profiler {
namespace {

// Enough for kMaxLines; only this many bytes at the end of a larger file are used.
constexpr off_t kMaxBytes = 1 << 20;

// Opens and locks a file; the destructor closes it. Check ok() first.
class LockedFile {
 public:
  LockedFile(const std::string& path, int flags) {
    // O_NONBLOCK, because opening a pipe could block forever.
    fd_ = open(path.c_str(), flags | O_CLOEXEC | O_NONBLOCK, 0600);
    struct stat about;
    if (fd_ < 0) return;
    if (fstat(fd_, &about) == 0 && S_ISREG(about.st_mode) && Lock() && fstat(fd_, &about) == 0) {
      size_ = about.st_size;
      return;
    }
    close(fd_);
    fd_ = -1;
  }
  ~LockedFile() {
    if (fd_ >= 0) close(fd_);
  }
  LockedFile(const LockedFile&) = delete;
  LockedFile& operator=(const LockedFile&) = delete;

  bool ok() const { return fd_ >= 0; }

  // Reads the end of the file.
  std::string Read() const {
    std::string bytes(static_cast<size_t>(std::min(size_, kMaxBytes)), '\0');
    const ssize_t count =
        pread(fd_, bytes.data(), bytes.size(), size_ - std::min(size_, kMaxBytes));
    bytes.resize(count < 0 ? 0 : static_cast<size_t>(count));
    return bytes;
  }

  bool Write(std::string_view bytes) const {
    return write(fd_, bytes.data(), bytes.size()) == static_cast<ssize_t>(bytes.size());
  }

  // Overwrites in place, because other sessions may have this file open. After a failure the file
  // may have some lines twice.
  void Replace(const std::string& bytes) const {
    const ssize_t count = pwrite(fd_, bytes.data(), bytes.size(), 0);
    if (count != static_cast<ssize_t>(bytes.size())) return;
    if (ftruncate(fd_, count) != 0) return;  // then the file is still too long
  }

 private:
  // Waits for a short time only, because other sessions lock the file only for a moment.
  bool Lock() const {
    for (int tries = 0; tries < 50; ++tries) {
      if (flock(fd_, LOCK_EX | LOCK_NB) == 0) return true;
      if (errno != EWOULDBLOCK && errno != EINTR) return false;
      usleep(5000);
    }
    return false;
  }

  int fd_ = -1;
  off_t size_ = 0;
};

void MakeFolders(const std::string& path) {
  for (size_t at = path.find('/', 1); at != std::string::npos; at = path.find('/', at + 1)) {
    mkdir(path.substr(0, at).c_str(), 0700);
  }
}

// The complete lines that a prompt could have written; all others are ignored.
std::vector<std::string> Lines(std::string_view bytes) {
  std::vector<std::string> lines;
  for (size_t end; (end = bytes.find('\n')) != std::string_view::npos;
       bytes.remove_prefix(end + 1)) {
    std::string line(bytes.substr(0, end));
    if (!line.empty() && EscapeControls(line) == line) lines.push_back(std::move(line));
  }
  return lines;
}

}  // namespace

const std::vector<std::string>& History::Load() {
  if (path_.empty()) return loaded_;
  auto file = std::make_unique<LockedFile>(path_, O_RDWR);
  if (!file->ok()) file = std::make_unique<LockedFile>(path_, O_RDONLY);
  if (file->ok()) loaded_ = Lines(file->Read());
  if (loaded_.size() > kMaxLines) {
    loaded_.erase(loaded_.begin(), loaded_.end() - kMaxLines);
    std::string bytes;
    for (const std::string& line : loaded_) bytes += line + '\n';
    file->Replace(bytes);  // has no effect on a read-only file
  }
  if (!loaded_.empty()) last_ = loaded_.back();
  return loaded_;
}

bool History::Add(std::string_view line) {
  if (line.empty() || line[0] == ' ' || line[0] == '\t' || line == last_) return false;
  last_ = line;
  if (!path_.empty() && EscapeControls(line) == line) Append(last_);
  return true;
}

void History::Append(const std::string& line) const {
  MakeFolders(path_);
  const LockedFile file(path_, O_WRONLY | O_APPEND | O_CREAT);
  if (file.ok()) file.Write(line + '\n');  // failures, e.g. a full disk, are ignored
}

}  // namespace profiler
