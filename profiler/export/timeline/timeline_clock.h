#ifndef PROFILER_EXPORT_TIMELINE_TIMELINE_CLOCK_H_
#define PROFILER_EXPORT_TIMELINE_TIMELINE_CLOCK_H_

#include <cstdint>

#include "profiler/base/int128.h"
#include "profiler/store/profile.h"

namespace profiler {

// Converts the times of all sources to the trace's times, which are on the profile's axis, in
// picoseconds.
//
// Trace viewers store a time as a double in microseconds. For wall-clock times its resolution is
// only 0.25 us, so if a source has finer times, the trace's times start at the first event (rounded
// to nanoseconds, as for -from), and the file contains the wall-clock time of that start.
class TimelineClock {
 public:
  explicit TimelineClock(const Profile& profile);

  Int128 At(SourceId source, int64_t time) const {
    return profile_.time_axis.At(source, time) - base_;
  }
  // A recorded time in picoseconds from the trace's start, without the shift to the profile's axis.
  // In a TensorFlow profile, recorded times are wall-clock times.
  Int128 Recorded(SourceId source, int64_t time) const;

  // When the profile starts, in the trace's times.
  Int128 start() const { return profile_.time_axis.start - base_; }

  // The start of the trace's times on the wall clock, or kUnknown if they are wall-clock times.
  int64_t base_ns() const { return base_ns_; }

 private:
  const Profile& profile_;
  Int128 base_ = 0;
  int64_t base_ns_ = kUnknown;
};

}  // namespace profiler

#endif  // PROFILER_EXPORT_TIMELINE_TIMELINE_CLOCK_H_
