#ifndef PROFILER_BASE_THREADS_IN_PARALLEL_H_
#define PROFILER_BASE_THREADS_IN_PARALLEL_H_

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <exception>
#include <mutex>
#include <system_error>
#include <thread>
#include <vector>

namespace profiler {

// Calls each(0) to each(count - 1) on up to `threads` threads in any order. No call may write data
// that another call reads or writes. Returns when all calls have returned.
template <typename Each>
void InParallel(size_t count, size_t threads, const Each& each) {
  std::atomic<size_t> next{0};
  std::once_flag first;
  std::exception_ptr thrown;
  const auto work = [&] {
    try {
      for (size_t i = next++; i < count; i = next++) each(i);
    } catch (...) {
      next = count;
      std::call_once(first, [&] { thrown = std::current_exception(); });
    }
  };
  {
    std::vector<std::jthread> others;  // in addition to this thread
    for (size_t i = 1; i < std::min(threads, count); ++i) {
      try {
        others.emplace_back(work);
      } catch (const std::system_error&) {
        break;  // the system cannot start more threads; continue with fewer
      }
    }
    work();
  }
  if (thrown) std::rethrow_exception(thrown);
}

}  // namespace profiler

#endif  // PROFILER_BASE_THREADS_IN_PARALLEL_H_
