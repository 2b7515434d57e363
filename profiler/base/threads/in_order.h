#ifndef PROFILER_BASE_THREADS_IN_ORDER_H_
#define PROFILER_BASE_THREADS_IN_ORDER_H_

#include <algorithm>
#include <condition_variable>
#include <cstddef>
#include <exception>
#include <functional>
#include <mutex>
#include <optional>
#include <system_error>
#include <thread>
#include <utility>
#include <vector>

#include "absl/status/status.h"

namespace profiler {

// Makes items 0 to count - 1 on several threads, and processes them in order on the thread that
// calls Run(), so the result does not depend on the number of threads. At most two items per thread
// are made ahead of the item being processed. If making an item throws (e.g. if memory runs out),
// Run() rethrows the exception.
template <typename T>
class InOrder {
 public:
  using Make = std::function<T(size_t)>;
  // Processes item number `size_t`. Run() ends at the first status that is not ok.
  using Take = std::function<absl::Status(size_t, T)>;

  InOrder(size_t count, size_t threads, Make make)
      : count_(count), make_(std::move(make)), made_(2 * std::max<size_t>(threads, 1)) {
    const size_t most = std::min(threads, count);
    for (size_t i = 0; most > 1 && i < most; ++i) {
      try {
        threads_.emplace_back([this] { Work(); });
      } catch (const std::system_error&) {
        return;  // the system cannot start more threads; continue with fewer
      }
    }
  }
  ~InOrder() {
    {
      const std::lock_guard lock(mutex_);
      stopped_ = true;
    }
    has_room_.notify_all();
    for (std::thread& thread : threads_) thread.join();
  }
  InOrder(const InOrder&) = delete;
  InOrder& operator=(const InOrder&) = delete;

  absl::Status Run(const Take& take) {
    for (size_t i = 0; i < count_; ++i) {
      absl::Status taken = take(i, threads_.empty() ? make_(i) : Await(i));
      if (!taken.ok()) return taken;
    }
    return absl::OkStatus();
  }

 private:
  struct Made {
    std::optional<T> item;
    std::exception_ptr thrown;  // set instead of an item
  };

  void Work() {
    std::unique_lock lock(mutex_);
    while (true) {
      has_room_.wait(lock, [this] { return stopped_ || next_ < taken_ + made_.size(); });
      if (stopped_ || next_ >= count_) return;
      const size_t i = next_++;
      lock.unlock();
      std::optional<T> item;
      std::exception_ptr thrown;
      try {
        item = make_(i);
      } catch (...) {
        thrown = std::current_exception();
      }
      lock.lock();
      made_[i % made_.size()] = {std::move(item), thrown};
      is_made_.notify_one();
    }
  }

  T Await(size_t i) {
    std::unique_lock lock(mutex_);
    Made& place = made_[i % made_.size()];
    is_made_.wait(lock, [&place] { return place.item.has_value() || place.thrown; });
    if (place.thrown) std::rethrow_exception(place.thrown);
    T item = *std::move(place.item);
    place = {};
    taken_ = i + 1;
    has_room_.notify_all();
    return item;
  }

  const size_t count_;
  const Make make_;
  std::mutex mutex_;
  std::condition_variable has_room_, is_made_;
  std::vector<Made> made_;  // a ring buffer
  size_t next_ = 0, taken_ = 0;
  bool stopped_ = false;
  std::vector<std::thread> threads_;  // the last member, because the threads use the others
};

}  // namespace profiler

#endif  // PROFILER_BASE_THREADS_IN_ORDER_H_
