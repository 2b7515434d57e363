#ifndef PROFILER_STORE_TIME_AXIS_H_
#define PROFILER_STORE_TIME_AXIS_H_

#include <cstdint>
#include <vector>

#include "profiler/base/int128.h"
#include "profiler/store/ids.h"

namespace profiler {

// Puts the times of all sources on one axis: the wall clock, in picoseconds, where it is known.
struct TimeAxis {
  Column<SourceId, Int128> zero;  // by source: its time zero
  std::vector<char> is_timed;     // by source: it has an event or a counter
  // Sources that do not tell the wall clock. Where others do, they begin with the earliest of them.
  int64_t without_wall_clock = 0;
  // The profile's start: what was timed first. 0 where nothing was.
  Int128 start = 0;

  Int128 At(SourceId source, int64_t time) const { return zero[source] + time; }
  Int128 FromStart(SourceId source, int64_t time) const { return At(source, time) - start; }
};

}  // namespace profiler

#endif  // PROFILER_STORE_TIME_AXIS_H_
