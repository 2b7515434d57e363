#ifndef PROFILER_BASE_TIMINGS_H_
#define PROFILER_BASE_TIMINGS_H_

#include <array>
#include <atomic>
#include <chrono>
#include <cstddef>
#include <cstdint>

namespace profiler {

// The parts of the program's work, in the order in which they run. timings.cc lists the parts that
// run inside another part. If a file is written while its text is formatted, the time counts for
// both parts.
enum class RunPart : uint8_t {
  kRead,
  kUnpack,
  kDecode,
  kDerive,
  kJoin,
  kAnswer,
  kTransform,
  kQuery,
  kRender,
  kExport,
  kWrite,
};
inline constexpr size_t kPartCount = 11;

struct RunPartInfo {
  const char* name;
  bool is_inner;  // its time is included in that of the last outer part before it
};
const RunPartInfo& Info(RunPart part);

// The number of runs and the total time of each part, summed over threads.
class Timings {
 public:
  using Clock = std::chrono::steady_clock;
  struct Took {
    uint64_t count = 0;
    Clock::duration time{0};
  };

  void Add(RunPart part, Clock::duration time) {
    Cell& cell = cells_[static_cast<size_t>(part)];
    cell.count.fetch_add(1, std::memory_order_relaxed);
    cell.time.fetch_add(time.count(), std::memory_order_relaxed);
  }
  // Returns the part's count and time since the last call, and resets both.
  Took Take(RunPart part);

 private:
  struct Cell {
    std::atomic<uint64_t> count{0};
    std::atomic<Clock::rep> time{0};
  };
  std::array<Cell, kPartCount> cells_;
};

// Measures a part: adds the lifetime of this object to the part's time.
class TimedPart {
 public:
  TimedPart(Timings& times, RunPart part)
      : times_(times), part_(part), start_(Timings::Clock::now()) {}
  ~TimedPart() { times_.Add(part_, Timings::Clock::now() - start_); }
  TimedPart(const TimedPart&) = delete;
  TimedPart& operator=(const TimedPart&) = delete;

 private:
  Timings& times_;
  const RunPart part_;
  const Timings::Clock::time_point start_;
};

}  // namespace profiler

#endif  // PROFILER_BASE_TIMINGS_H_
