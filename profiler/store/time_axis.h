#ifndef PROFILER_STORE_TIME_AXIS_H_
#define PROFILER_STORE_TIME_AXIS_H_

#include <cstdint>
#include <vector>

#include "profiler/base/int128.h"
#include "profiler/store/ids.h"

namespace profiler {

// Puts the times of all sources on one axis in picoseconds. The axis is the wall clock if that is
// known.
struct TimeAxis {
  Column<SourceId, Int128> zero;  // the time zero of each source
  std::vector<char> is_timed;     // by source: whether it has an event or a counter
  // The number of sources without a wall clock. If other sources have one, those without start
  // together with the earliest source.
  int64_t without_wall_clock = 0;
  // The profile's start: the earliest time of any event or value; 0 if there is none.
  Int128 start = 0;

  Int128 At(SourceId source, int64_t time) const { return zero[source] + time; }
  Int128 FromStart(SourceId source, int64_t time) const { return At(source, time) - start; }
};

}  // namespace profiler

#endif  // PROFILER_STORE_TIME_AXIS_H_
