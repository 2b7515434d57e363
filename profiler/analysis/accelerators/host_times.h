#ifndef PROFILER_ANALYSIS_ACCELERATORS_HOST_TIMES_H_
#define PROFILER_ANALYSIS_ACCELERATORS_HOST_TIMES_H_

#include <set>
#include <vector>

#include "absl/container/flat_hash_map.h"
#include "profiler/analysis/time/intervals.h"
#include "profiler/base/int128.h"
#include "profiler/store/profile.h"

namespace profiler {

// What threads ran within the times, by name: without what is nested in it, picoseconds. `times`
// are in order and apart.
absl::flat_hash_map<StringId, Int128> HostTimes(const Profile& profile,
                                                const std::set<TrackId>& threads,
                                                const std::vector<Interval>& times);

}  // namespace profiler

#endif  // PROFILER_ANALYSIS_ACCELERATORS_HOST_TIMES_H_
