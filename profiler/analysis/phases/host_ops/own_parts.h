#ifndef PROFILER_ANALYSIS_PHASES_HOST_OPS_OWN_PARTS_H_
#define PROFILER_ANALYSIS_PHASES_HOST_OPS_OWN_PARTS_H_

#include <algorithm>
#include <cstdint>

#include "profiler/analysis/time/intervals.h"
#include "profiler/store/profile.h"

namespace profiler {

// Calls `take` with each part of an event of a thread in which no event nested in it runs an op
// that `is_other` accepts.
template <typename IsOther, typename Take>
void ForEachOwnPart(const Events& events, uint32_t event, const IsOther& is_other,
                    const Take& take) {
  const int64_t end = events.begin[event] + events.duration[event];
  int64_t at = events.begin[event];
  for (uint32_t e = event + 1; e < events.size() && events.begin[e] < end;) {
    const OpId op = events.op[e];
    if (!op.valid() || !is_other(op)) {
      ++e;
      continue;
    }
    if (events.begin[e] > at) take(Interval{at, events.begin[e]});
    at = std::max(at, events.begin[e] + events.duration[e]);
    const auto after = std::lower_bound(events.begin.begin() + e + 1, events.begin.end(), at);
    e = static_cast<uint32_t>(after - events.begin.begin());
  }
  if (end > at) take(Interval{at, end});
}

}  // namespace profiler

#endif  // PROFILER_ANALYSIS_PHASES_HOST_OPS_OWN_PARTS_H_
