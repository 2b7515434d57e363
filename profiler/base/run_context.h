#ifndef PROFILER_BASE_RUN_CONTEXT_H_
#define PROFILER_BASE_RUN_CONTEXT_H_

#include <atomic>
#include <chrono>
#include <cstddef>
#include <cstdint>

#include "absl/status/status.h"
#include "profiler/base/memo.h"
#include "profiler/base/timings.h"

namespace profiler {

// The number of iterations of a cheap loop between two calls of RunContext::Check(): small enough
// to react to Ctrl-C at once, large enough that the calls cost nothing.
inline constexpr uint32_t kCheckEvery = 1 << 16;

// The context of one running command: cancellation, limits of memory and time, progress, and the
// cache. Readers and views learn of Ctrl-C and limits only from this class. Each concurrent command
// has its own RunContext.
class RunContext {
 public:
  // Async-signal-safe.
  void Cancel() { cancelled_.store(true, std::memory_order_relaxed); }
  void Reset() { cancelled_.store(false, std::memory_order_relaxed); }

  // From now on Check() fails when the program has allocated more than `bytes`. 0 means no limit.
  // Also clears an earlier violation of the limit.
  void LimitMemory(uint64_t bytes) {
    max_memory_ = bytes;
    over_limit_.store(0, std::memory_order_relaxed);
    next_look_.store(0, std::memory_order_relaxed);
  }
  uint64_t max_memory() const { return max_memory_; }
  // From now on Check() fails after `timeout`. 0 means no limit.
  void LimitTime(std::chrono::nanoseconds timeout) {
    timeout_ = timeout;
    started_ = Clock::now();
  }

  // Long loops call this every kCheckEvery iterations and return its error.
  absl::Status Check() const {
    if (cancelled_.load(std::memory_order_relaxed)) return absl::CancelledError("interrupted");
    if (timeout_.count() != 0) {
      if (absl::Status status = CheckTime(); !status.ok()) return status;
    }
    return max_memory_ == 0 ? absl::OkStatus() : CheckMemory();
  }

  // The durations of the parts of this command; each layer adds those of its own parts.
  Timings& times() { return times_; }

  // The number of threads that this command may use. It never changes a result.
  size_t threads() const { return threads_.load(std::memory_order_relaxed); }
  void SetThreads(size_t threads) { threads_.store(threads, std::memory_order_relaxed); }

  // Sets the current activity for progress output. `what` must be a string literal.
  void Doing(const char* what) {
    doing_.store(what, std::memory_order_relaxed);
    done_permille_.store(kUnknownShare, std::memory_order_relaxed);
  }
  const char* doing() const { return doing_.load(std::memory_order_relaxed); }
  // Sets the progress of the activity. `total` must not be 0.
  void Done(uint64_t done, uint64_t total) {
    done_permille_.store(
        static_cast<int>(1000.0 * static_cast<double>(done) / static_cast<double>(total)),
        std::memory_order_relaxed);
  }
  static constexpr int kUnknownShare = -1;
  int done_permille() const { return done_permille_.load(std::memory_order_relaxed); }

  // The cache, which commands share.
  Memo& memo() const { return *memo_; }
  void SetMemo(Memo& memo) { memo_ = &memo; }

 private:
  using Clock = std::chrono::steady_clock;

  // Fails on every call after the first violation, so that all threads stop.
  absl::Status CheckMemory() const;
  absl::Status CheckTime() const;

  std::atomic<bool> cancelled_{false};
  uint64_t max_memory_ = 0;
  mutable std::atomic<uint64_t> over_limit_{0};  // memory in use at the first violation
  mutable std::atomic<int64_t> next_look_{0};
  std::chrono::nanoseconds timeout_{0};
  Clock::time_point started_;
  Timings times_;
  std::atomic<size_t> threads_{1};
  std::atomic<const char*> doing_{""};
  std::atomic<int> done_permille_{kUnknownShare};
  Memo* memo_ = &NoMemo();
};

// Sets the cache of a command for the lifetime of this object.
class UsedMemo {
 public:
  UsedMemo(RunContext& context, Memo& memo) : context_(context), before_(context.memo()) {
    context_.SetMemo(memo);
  }
  ~UsedMemo() { context_.SetMemo(before_); }
  UsedMemo(const UsedMemo&) = delete;
  UsedMemo& operator=(const UsedMemo&) = delete;

 private:
  RunContext& context_;
  Memo& before_;
};

// Limits memory and time of a command for the lifetime of this object.
class LimitedRun {
 public:
  LimitedRun(RunContext& context, uint64_t max_memory, std::chrono::nanoseconds timeout)
      : context_(context) {
    context_.LimitMemory(max_memory);
    context_.LimitTime(timeout);
  }
  ~LimitedRun() {
    context_.LimitMemory(0);
    context_.LimitTime({});
  }
  LimitedRun(const LimitedRun&) = delete;
  LimitedRun& operator=(const LimitedRun&) = delete;

 private:
  RunContext& context_;
};

}  // namespace profiler

#endif  // PROFILER_BASE_RUN_CONTEXT_H_
