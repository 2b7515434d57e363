#ifndef PROFILER_ANALYSIS_TIME_TIME_WITHIN_H_
#define PROFILER_ANALYSIS_TIME_TIME_WITHIN_H_

#include <cstdint>
#include <vector>

#include "profiler/base/int128.h"
#include "profiler/store/tables.h"

namespace profiler {

// By event, the time of the events in it, or of itself, for which counts(event) holds. What runs in
// one of these is part of its time.
template <typename Counts>
std::vector<Int128> TimeWithin(const Events& events, const Counts& counts) {
  std::vector<Int128> times(events.size());
  for (auto e = static_cast<uint32_t>(events.size()); e-- > 0;) {  // what is in an event first
    if (counts(e)) times[e] = events.duration[e];
    const uint32_t parent = events.ParentOf(e);
    if (parent != Events::kNoParent) times[parent] += times[e];
  }
  return times;
}

}  // namespace profiler

#endif  // PROFILER_ANALYSIS_TIME_TIME_WITHIN_H_
