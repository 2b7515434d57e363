#ifndef PROFILER_READERS_TRACE_EVENTS_USUAL_TIME_H_
#define PROFILER_READERS_TRACE_EVENTS_USUAL_TIME_H_

#include <optional>
#include <string_view>

#include "profiler/base/int128.h"

namespace profiler::chrome_trace {

// Returns a typical time of an array's events, in ps on the file's scale: the median of the first
// events. `events` begins after the array's opening bracket. Returns nullopt if none of the first
// events has a time.
std::optional<Int128> UsualTime(std::string_view events);

// Whether a time is near enough to the typical time that both fit on one time axis.
bool IsNear(Int128 time, Int128 usual);

}  // namespace profiler::chrome_trace

#endif  // PROFILER_READERS_TRACE_EVENTS_USUAL_TIME_H_
