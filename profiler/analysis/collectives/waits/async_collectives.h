// Collectives that one event starts and another one ends, while the device computes.
#ifndef PROFILER_ANALYSIS_COLLECTIVES_WAITS_ASYNC_COLLECTIVES_H_
#define PROFILER_ANALYSIS_COLLECTIVES_WAITS_ASYNC_COLLECTIVES_H_

#include <vector>

#include "profiler/analysis/collectives/collective_events.h"
#include "profiler/store/profile.h"

namespace profiler {

// Joins the start and the end of each collective on a device: sets `is_joined`, `in_flight` and
// `own_time`, and what only the start's instruction tells of the end (size, type and group). Where
// the device recorded what runs beside its instructions (Async XLA Ops), that ends `in_flight`.
// `events` must be sorted by source, device and begin.
void JoinStartsAndEnds(const Profile& profile, std::vector<CollectiveEvent>& events);

}  // namespace profiler

#endif  // PROFILER_ANALYSIS_COLLECTIVES_WAITS_ASYNC_COLLECTIVES_H_
