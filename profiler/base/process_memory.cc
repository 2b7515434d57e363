#include "profiler/base/process_memory.h"

#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <string_view>

namespace profiler {
namespace {

// A file of /proc. The kernel returns it whole in one read.
class ProcFile {
 public:
  explicit ProcFile(const char* path) {
    const int fd = open(path, O_RDONLY | O_CLOEXEC);
    if (fd < 0) return;
    const ssize_t size = read(fd, bytes_.data(), bytes_.size());
    close(fd);
    if (size > 0) text_ = {bytes_.data(), static_cast<size_t>(size)};
  }
  std::string_view text() const { return text_; }

 private:
  std::array<char, 4096> bytes_;
  std::string_view text_;
};

// The number at the start of `text`, after blanks.
uint64_t Number(std::string_view text) {
  while (!text.empty() && (text.front() == ' ' || text.front() == '\t')) text.remove_prefix(1);
  uint64_t number = 0;
  std::from_chars(text.data(), text.data() + text.size(), number);
  return number;
}

}  // namespace

ProcessMemory ReadProcessMemory() {
  const ProcFile file("/proc/self/status");
  const auto bytes = [&](std::string_view name) {
    constexpr uint64_t kUnit = 1024;
    const size_t at = file.text().find(name);
    return at == std::string_view::npos ? 0 : Number(file.text().substr(at + name.size())) * kUnit;
  };
  return {bytes("\nRssAnon:"), bytes("\nRssFile:"), bytes("\nVmHWM:")};
}

uint64_t AnonymousMemory() {
  const ProcFile file("/proc/self/statm");
  std::array<uint64_t, 3> pages = {};  // total, resident, and resident shared with files
  std::string_view text = file.text();
  for (uint64_t& count : pages) {
    count = Number(text);
    text.remove_prefix(std::min(text.find(' ', 1), text.size()));
  }
  static const auto page_size = static_cast<uint64_t>(sysconf(_SC_PAGESIZE));
  return pages[1] > pages[2] ? (pages[1] - pages[2]) * page_size : 0;
}

}  // namespace profiler
