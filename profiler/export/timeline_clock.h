#ifndef PROFILER_EXPORT_TIMELINE_CLOCK_H_
#define PROFILER_EXPORT_TIMELINE_CLOCK_H_

#include <cstdint>
#include <vector>

#include "profiler/base/int128.h"
#include "profiler/store/profile.h"

namespace profiler {

// Puts the times of all sources on one axis: the wall clock, in picoseconds.
//
// Trace viewers hold a time as a double of microseconds, which on the wall clock is no finer than a
// quarter of one. So where a source is finer than that, times count from a base near the first
// event, which the file tells.
class TimelineClock {
 public:
  explicit TimelineClock(const Profile& profile);

  Int128 At(SourceId source, int64_t time) const { return zero_[source.row()] + time; }
  // A time as recorded, in the unit of its source: of a TensorFlow profile the wall clock.
  Int128 Recorded(SourceId source, int64_t time) const;

  // kUnknown: times count from the wall clock's own zero.
  int64_t base_ns() const { return base_ns_; }
  // Sources that do not tell the wall clock. Where others do, they begin with the earliest of them.
  int64_t without_wall_clock() const { return without_wall_clock_; }

 private:
  void AlignUnknown(const std::vector<int64_t>& first);
  void ChooseBase(const std::vector<int64_t>& first);

  const Profile& profile_;
  std::vector<Int128> zero_;  // by source
  int64_t base_ns_ = kUnknown;
  int64_t without_wall_clock_ = 0;
};

}  // namespace profiler

#endif  // PROFILER_EXPORT_TIMELINE_CLOCK_H_
