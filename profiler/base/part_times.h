#ifndef PROFILER_BASE_PART_TIMES_H_
#define PROFILER_BASE_PART_TIMES_H_

#include <array>
#include <atomic>
#include <chrono>
#include <cstddef>
#include <cstdint>

namespace profiler {

// The parts of what the program does, in the order in which it does them. Some are inside others:
// part_times.cc says which; where a file is written while its text is made, that is a part of both.
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
  bool is_inner;  // its time is in that of the last one before it that is not
};
const RunPartInfo& Info(RunPart part);

// How often parts ran and how long they took, on any thread.
class PartTimes {
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
  // What a part took since it was last asked.
  Took Take(RunPart part);

 private:
  struct Cell {
    std::atomic<uint64_t> count{0};
    std::atomic<Clock::rep> time{0};
  };
  std::array<Cell, kPartCount> cells_;
};

// Times a part for as long as it lives.
class TimedPart {
 public:
  TimedPart(PartTimes& times, RunPart part)
      : times_(times), part_(part), start_(PartTimes::Clock::now()) {}
  ~TimedPart() { times_.Add(part_, PartTimes::Clock::now() - start_); }
  TimedPart(const TimedPart&) = delete;
  TimedPart& operator=(const TimedPart&) = delete;

 private:
  PartTimes& times_;
  const RunPart part_;
  const PartTimes::Clock::time_point start_;
};

}  // namespace profiler

#endif  // PROFILER_BASE_PART_TIMES_H_
