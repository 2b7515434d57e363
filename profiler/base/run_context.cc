#include "profiler/base/run_context.h"

#include <fmt/format.h>

#include <chrono>

#include "profiler/base/process_memory.h"

namespace profiler {
namespace {

// The interval between memory checks: long enough that checking costs nothing, short enough that
// little is allocated in between.
constexpr std::chrono::milliseconds kBetweenLooks{2};

}  // namespace

absl::Status RunContext::CheckMemory() const {
  uint64_t used = over_limit_.load(std::memory_order_relaxed);
  if (used == 0) {
    const Clock::rep now = Clock::now().time_since_epoch().count();
    if (now < next_look_.load(std::memory_order_relaxed)) return absl::OkStatus();
    next_look_.store(now + Clock::duration(kBetweenLooks).count(), std::memory_order_relaxed);
    used = AnonymousMemory();
    if (used <= max_memory_) return absl::OkStatus();
    over_limit_.store(used, std::memory_order_relaxed);
  }
  return absl::ResourceExhaustedError(
      fmt::format("{} took {:.1f} MB of memory, more than the {:.1f} MB of -max_memory: read fewer "
                  "files, select steps or rows, or give a higher -max_memory",
                  doing(), Megabytes(used), Megabytes(max_memory_)));
}

absl::Status RunContext::CheckTime() const {
  if (Clock::now() - started_ < timeout_) return absl::OkStatus();
  const double seconds = std::chrono::duration<double>(timeout_).count();
  return absl::DeadlineExceededError(fmt::format(
      "{} took longer than the {} of -timeout: read fewer files, select steps or rows, "
      "or give a longer -timeout",
      doing(),
      seconds < 1 ? fmt::format("{:.6g} ms", seconds * 1e3) : fmt::format("{} s", seconds)));
}

}  // namespace profiler
