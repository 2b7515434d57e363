#ifndef PROFILER_ANALYSIS_TIME_OWN_PARTS_H_
#define PROFILER_ANALYSIS_TIME_OWN_PARTS_H_

#include <algorithm>
#include <cstdint>

#include "profiler/analysis/time/intervals.h"
#include "profiler/store/tables.h"

namespace profiler {

// Calls take(part) for what an event of a device's stream takes itself: of a loop or a branch of a
// TPU's program not what the instructions of its body take. Of streams whose events run side by
// side it is all of the event.
template <typename Take>
void ForEachOwnPart(const Events& events, uint32_t event, const Take& take) {
  int64_t from = events.begin[event];
  const int64_t end = from + events.duration[event];
  if (events.selves()[event] == events.duration[event]) return take(Interval{from, end});
  for (uint32_t e = event + 1; e < events.size() && events.begin[e] < end; ++e) {
    if (events.begin[e] > from) take(Interval{from, events.begin[e]});
    from = std::max(from, events.begin[e] + events.duration[e]);
  }
  if (from < end) take(Interval{from, end});
}

}  // namespace profiler

#endif  // PROFILER_ANALYSIS_TIME_OWN_PARTS_H_
