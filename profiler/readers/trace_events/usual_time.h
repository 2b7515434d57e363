#ifndef PROFILER_READERS_TRACE_EVENTS_USUAL_TIME_H_
#define PROFILER_READERS_TRACE_EVENTS_USUAL_TIME_H_

#include <optional>
#include <string_view>

#include "profiler/base/int128.h"

namespace profiler::chrome_trace {

// About when the events of an array were, in ps on the file's scale: the middle one of the first.
// `events` begins behind the array's bracket. Nothing where none of the first has a time.
std::optional<Int128> UsualTime(std::string_view events);

// Whether a time can be on one axis with the usual ones.
bool IsNear(Int128 time, Int128 usual);

}  // namespace profiler::chrome_trace

#endif  // PROFILER_READERS_TRACE_EVENTS_USUAL_TIME_H_
