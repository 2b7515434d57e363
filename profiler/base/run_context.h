#ifndef PROFILER_BASE_RUN_CONTEXT_H_
#define PROFILER_BASE_RUN_CONTEXT_H_

#include <atomic>
#include <chrono>
#include <cstddef>
#include <cstdint>

#include "absl/status/status.h"
#include "profiler/base/memo.h"
#include "profiler/base/part_times.h"

namespace profiler {

// How many turns of a cheap loop pass between two calls of RunContext::Check(): few enough for an
// answer to Ctrl-C at once, and enough to cost nothing.
inline constexpr uint32_t kCheckEvery = 1 << 16;

// What a running command may ask of its surroundings: whether to stop, and what earlier commands
// left for it. The one channel through which Ctrl-C and limits reach readers and views. Of one
// command: those that run at once have one each.
class RunContext {
 public:
  // Safe from a signal handler.
  void Cancel() { cancelled_.store(true, std::memory_order_relaxed); }
  void Reset() { cancelled_.store(false, std::memory_order_relaxed); }

  // From now on Check() fails when the program itself has made more than so many bytes of memory;
  // 0: it may take what there is. What went beyond before is forgiven.
  void LimitMemory(uint64_t bytes) {
    max_memory_ = bytes;
    over_limit_.store(0, std::memory_order_relaxed);
    next_look_.store(0, std::memory_order_relaxed);
  }
  uint64_t max_memory() const { return max_memory_; }
  // The same when so much time has passed from now on; 0: it may take what it takes.
  void LimitTime(std::chrono::nanoseconds timeout) {
    timeout_ = timeout;
    started_ = Clock::now();
  }

  // Long loops call this now and then and return what it says.
  absl::Status Check() const {
    if (cancelled_.load(std::memory_order_relaxed)) return absl::CancelledError("interrupted");
    if (timeout_.count() != 0) {
      if (absl::Status status = CheckTime(); !status.ok()) return status;
    }
    return max_memory_ == 0 ? absl::OkStatus() : CheckMemory();
  }

  // How long the parts of a command took: those below the program add theirs.
  PartTimes& times() { return times_; }

  // How many threads the work at hand may use. How many there are changes no result.
  size_t threads() const { return threads_.load(std::memory_order_relaxed); }
  void SetThreads(size_t threads) { threads_.store(threads, std::memory_order_relaxed); }

  // What is being done, for who shows progress while it lasts: a literal.
  void Doing(const char* what) {
    doing_.store(what, std::memory_order_relaxed);
    done_permille_.store(kUnknownShare, std::memory_order_relaxed);
  }
  const char* doing() const { return doing_.load(std::memory_order_relaxed); }
  // How much of it is done, of a total that is not 0.
  void Done(uint64_t done, uint64_t total) {
    done_permille_.store(
        static_cast<int>(1000.0 * static_cast<double>(done) / static_cast<double>(total)),
        std::memory_order_relaxed);
  }
  static constexpr int kUnknownShare = -1;
  int done_permille() const { return done_permille_.load(std::memory_order_relaxed); }

  // What earlier commands left for this one, and where it leaves what later ones may need.
  Memo& memo() const { return *memo_; }
  void SetMemo(Memo& memo) { memo_ = &memo; }

 private:
  using Clock = std::chrono::steady_clock;

  // Once beyond the limit it stays there, so that all threads stop.
  absl::Status CheckMemory() const;
  absl::Status CheckTime() const;

  std::atomic<bool> cancelled_{false};
  uint64_t max_memory_ = 0;
  mutable std::atomic<uint64_t> over_limit_{0};  // what was taken then
  mutable std::atomic<int64_t> next_look_{0};
  std::chrono::nanoseconds timeout_{0};
  Clock::time_point started_;
  PartTimes times_;
  std::atomic<size_t> threads_{1};
  std::atomic<const char*> doing_{""};
  std::atomic<int> done_permille_{kUnknownShare};
  Memo* memo_ = &NoMemo();
};

// Gives a command what others left, for as long as it lives.
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

// Limits memory and time for as long as it lives.
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
