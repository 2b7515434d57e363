#ifndef PROFILER_EXPORT_TIMELINE_TIMELINE_CLOCK_H_
#define PROFILER_EXPORT_TIMELINE_TIMELINE_CLOCK_H_

#include <cstdint>

#include "profiler/base/int128.h"
#include "profiler/store/profile.h"

namespace profiler {

// The times of all sources as a trace tells them: on the profile's axis, in picoseconds.
//
// Trace viewers hold a time as a double of microseconds, which on the wall clock is no finer than a
// quarter of one. So where a source is finer than that, times count from the first event, to the
// nanosecond, as -from does; the file tells when that was.
class TimelineClock {
 public:
  explicit TimelineClock(const Profile& profile);

  Int128 At(SourceId source, int64_t time) const {
    return profile_.time_axis.At(source, time) - base_;
  }
  // A time as recorded, in the unit of its source: of a TensorFlow profile the wall clock.
  Int128 Recorded(SourceId source, int64_t time) const;

  // kUnknown: times count from the wall clock's own zero.
  int64_t base_ns() const { return base_ns_; }

 private:
  const Profile& profile_;
  Int128 base_ = 0;
  int64_t base_ns_ = kUnknown;
};

}  // namespace profiler

#endif  // PROFILER_EXPORT_TIMELINE_TIMELINE_CLOCK_H_
