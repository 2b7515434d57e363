#include "profiler/io/file_map.h"

#include <signal.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <atomic>
#include <cerrno>
#include <cstdint>
#include <mutex>

namespace profiler {

// The address range of a map. The signal handler reads these on any thread, so they are atomic,
// never freed, and reused for other maps.
struct MappedRange {
  std::atomic<bool> used{true}, broken{false};
  std::atomic<uintptr_t> begin{kNowhere}, end{0};
  MappedRange* next = nullptr;

  static constexpr uintptr_t kNowhere = UINTPTR_MAX;
};

namespace {

std::atomic<MappedRange*> g_ranges{nullptr};
uintptr_t g_page = 0;

// Replaces the map from `at` to its end with zeros, because if one page is gone, so are the pages
// after it.
bool MendRange(MappedRange& range, uintptr_t at) {
  const uintptr_t begin = range.begin, end = range.end;
  // Another thread may have unmapped the range meanwhile.
  if (at < begin || at >= end || range.begin != begin) return false;
  const uintptr_t page = at / g_page * g_page;
  // A direct system call: mmap is not async-signal-safe, and TSan would report it as a write that
  // races with readers of the map.
  const long zeros = syscall(SYS_mmap, page, end - page, PROT_READ,
                             MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED | MAP_NORESERVE, -1, 0);
  if (zeros == -1) return false;
  range.broken = true;
  return true;
}

void OnBusError(int, siginfo_t* info, void*) {
  const int error = errno;
  const auto at = reinterpret_cast<uintptr_t>(info->si_addr);
  bool is_mended = false;
  for (MappedRange* range = g_ranges; range != nullptr && !is_mended; range = range->next) {
    is_mended = MendRange(*range, at);
  }
  errno = error;
  if (!is_mended) signal(SIGBUS, SIG_DFL);  // the signal repeats, and ends the program
}

void HandleBusErrors() {
  g_page = static_cast<uintptr_t>(sysconf(_SC_PAGESIZE));
  struct sigaction action = {};
  action.sa_sigaction = OnBusError;
  action.sa_flags = SA_SIGINFO | SA_RESTART;
  sigaction(SIGBUS, &action, nullptr);
}

MappedRange* TakeRange() {
  for (MappedRange* range = g_ranges; range != nullptr; range = range->next) {
    bool used = false;
    if (range->used.compare_exchange_strong(used, true)) return range;
  }
  auto* const range = new MappedRange;
  range->next = g_ranges;
  while (!g_ranges.compare_exchange_weak(range->next, range)) {
  }
  return range;
}

}  // namespace

FileMap::FileMap(int fd, size_t size) : size_(size) {
  static std::once_flag handled;
  std::call_once(handled, HandleBusErrors);
  void* const map = mmap(nullptr, size, PROT_READ, MAP_PRIVATE, fd, 0);
  if (map == MAP_FAILED) return;
  begin_ = static_cast<const char*>(map);
  range_ = TakeRange();
  range_->broken = false;
  range_->end = reinterpret_cast<uintptr_t>(begin_) + size;
  range_->begin = reinterpret_cast<uintptr_t>(begin_);
}

FileMap::~FileMap() {
  if (range_ == nullptr) return;
  range_->begin = MappedRange::kNowhere;
  range_->used = false;
  munmap(const_cast<char*>(begin_), size_);
}

bool FileMap::is_broken() const { return range_ != nullptr && range_->broken; }

}  // namespace profiler
