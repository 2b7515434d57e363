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

// Takes items one after the other, in the order in which they are handed over, on a thread of its
// own. What `take` writes nobody else may touch before Finish(). What it throws, as where memory
// runs out, comes out of the next Hand() or Finish(); no item is taken after that.
template <typename T>
class InBackground {
 public:
  using Take = std::function<void(T&)>;

  // `threads`: how many there may be; with one, an item is taken where it is handed over.
  InBackground(size_t threads, Take take) : take_(std::move(take)) {
    if (threads < 2) return;
    try {
      thread_ = std::thread([this] { Work(); });
    } catch (const std::system_error&) {
      return;  // no more are to be had
    }
  }
  ~InBackground() { Join(); }
  InBackground(const InBackground&) = delete;
  InBackground& operator=(const InBackground&) = delete;

  // Waits until the item before is taken up. `item` comes back as one that was taken, whose memory
  // may be used again, or as a new one.
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

  // All that was handed over is taken; no more comes.
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
    }
  }

  const Take take_;
  std::mutex mutex_;
  std::condition_variable changed_;
  std::optional<T> waiting_;
  T taken_;
  std::exception_ptr thrown_;
  bool finished_ = false;
  std::thread thread_;
};

}  // namespace profiler

#endif  // PROFILER_BASE_THREADS_IN_BACKGROUND_H_
