#ifndef PROFILER_BASE_HUGE_PAGES_H_
#define PROFILER_BASE_HUGE_PAGES_H_

#include <sys/mman.h>

#include <cstddef>
#include <cstdint>
#include <vector>

namespace profiler {

// Asks for huge pages under a large vector that has just been given its room: to touch a column of
// millions of rows page by page costs as much as to fill it. Advice: nothing is lost without it.
template <typename T>
void AdviseHugePages(const std::vector<T>& reserved) {
  constexpr uintptr_t kHugePage = uintptr_t{2} << 20;
  const auto begin = reinterpret_cast<uintptr_t>(reserved.data());
  const uintptr_t first = (begin + kHugePage - 1) & ~(kHugePage - 1);
  const uintptr_t last = (begin + reserved.capacity() * sizeof(T)) & ~(kHugePage - 1);
  if (last > first) madvise(reinterpret_cast<void*>(first), last - first, MADV_HUGEPAGE);
}

}  // namespace profiler

#endif  // PROFILER_BASE_HUGE_PAGES_H_
