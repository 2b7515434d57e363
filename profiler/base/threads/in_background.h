#ifndef PROFILER_BASE_THREADS_IN_BACKGROUND_H_
#define PROFILER_BASE_THREADS_IN_BACKGROUND_H_

#include <condition_variable>
#include <cstddef>
#include <exception>
#include <functional>
#include <mutex>
#include <optional>
#include <system_error>
#include <thread>
#include <utility>

namespace profiler {

// Calls `take` for items on a thread of its own, one after the other in the order of the calls to
// Hand(). Until Wait() or Finish() returns, no other thread may access data that `take` writes. If
// `take` throws (e.g. if memory runs out), the next Hand(), Wait() or Finish() rethrows the
// exception, and `take` is not called again.
template <typename T>
class InBackground {
 public:
  using Take = std::function<void(T&)>;

  // `threads` is the number of threads that this command may use. With one thread, Hand() calls
  // `take` directly.
  InBackground(size_t threads, Take take) : take_(std::move(take)) {
    if (threads < 2) return;
    try {
      thread_ = std::thread([this] { Work(); });
    } catch (const std::system_error&) {
      return;  // the system cannot start a thread, so Hand() calls `take` directly
    }
  }
  ~InBackground() { Join(); }
  InBackground(const InBackground&) = delete;
  InBackground& operator=(const InBackground&) = delete;

  // Waits until the previous item is processed, then hands over `item`. After the call, `item` is
  // new or is a processed item, whose memory may be reused.
  void Hand(T& item) {
    if (!thread_.joinable()) return take_(item);
    std::unique_lock lock(mutex_);
    changed_.wait(lock, [this] { return !waiting_.has_value(); });
    if (thrown_) std::rethrow_exception(thrown_);
    waiting_ = std::move(item);
    item = std::move(taken_);
    taken_ = T();
    changed_.notify_all();
  }

  // Waits until all items are processed. Until the next Hand(), other threads may access the data.
  void Wait() {
    if (!thread_.joinable()) return;
    std::unique_lock lock(mutex_);
    changed_.wait(lock, [this] { return !waiting_.has_value() && !busy_; });
    if (thrown_) std::rethrow_exception(thrown_);
  }

  // Waits until all items are processed. Hand() must not be called afterwards.
  void Finish() {
    Join();
    if (thrown_) std::rethrow_exception(thrown_);
  }

 private:
  void Join() {
    if (!thread_.joinable()) return;
    {
      const std::lock_guard lock(mutex_);
      finished_ = true;
    }
    changed_.notify_all();
    thread_.join();
  }

  void Work() {
    std::unique_lock lock(mutex_);
    while (true) {
      changed_.wait(lock, [this] { return finished_ || waiting_.has_value(); });
      if (!waiting_.has_value()) return;
      T item = *std::move(waiting_);
      waiting_.reset();
      changed_.notify_all();
      if (thrown_) continue;
      busy_ = true;
      lock.unlock();
      std::exception_ptr thrown;
      try {
        take_(item);
      } catch (...) {
        thrown = std::current_exception();
      }
      lock.lock();
      thrown_ = thrown;
      taken_ = std::move(item);
      busy_ = false;
      changed_.notify_all();
    }
  }

  const Take take_;
  std::mutex mutex_;
  std::condition_variable changed_;
  std::optional<T> waiting_;
  T taken_;
  std::exception_ptr thrown_;
  bool busy_ = false, finished_ = false;
  std::thread thread_;
};

}  // namespace profiler

#endif  // PROFILER_BASE_THREADS_IN_BACKGROUND_H_
