#ifndef PROFILER_ANALYSIS_ACCELERATORS_HOST_TIMES_H_
#define PROFILER_ANALYSIS_ACCELERATORS_HOST_TIMES_H_

#include <set>
#include <vector>

#include "absl/container/flat_hash_map.h"
#include "profiler/analysis/time/intervals.h"
#include "profiler/base/int128.h"
#include "profiler/store/profile.h"

namespace profiler {

// Self time within `times` of the events on host threads, by event name, in picoseconds. `times`
// must be sorted and disjoint.
absl::flat_hash_map<StringId, Int128> HostTimes(const Profile& profile,
                                                const std::set<TrackId>& threads,
                                                const std::vector<Interval>& times);

}  // namespace profiler

#endif  // PROFILER_ANALYSIS_ACCELERATORS_HOST_TIMES_H_
