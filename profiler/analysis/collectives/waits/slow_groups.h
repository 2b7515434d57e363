#ifndef PROFILER_ANALYSIS_COLLECTIVES_WAITS_SLOW_GROUPS_H_
#define PROFILER_ANALYSIS_COLLECTIVES_WAITS_SLOW_GROUPS_H_

#include <cstdint>
#include <string_view>
#include <vector>

#include "profiler/analysis/collectives/compared_collectives.h"
#include "profiler/store/profile.h"

namespace profiler {

// The collectives of one kind and size in one group of ranks. Times in picoseconds, from when the
// last rank came to the end.
struct GroupExchange {
  std::string_view group;
  std::vector<SourceId> ranks;  // sorted
  double exchange = 0;          // the median
  int64_t collectives = 0;
};

// A group that takes longer to exchange as many bytes as other groups of its size do.
struct SlowGroup {
  uint32_t run = 0;  // index in Runs
  CollectiveKind kind = CollectiveKind::kOther;
  int64_t bytes = 0;
  GroupExchange slow;
  std::vector<GroupExchange> others;
  double usual = 0;   // the median of the others' `exchange`
  double excess = 0;  // of all its collectives, beyond the usual time
};

// Groups whose rate is below `share` of the others'; those with the greatest excess first.
std::vector<SlowGroup> FindSlowGroups(const Profile& profile,
                                      const ComparedCollectives& collectives, double share);

}  // namespace profiler

#endif  // PROFILER_ANALYSIS_COLLECTIVES_WAITS_SLOW_GROUPS_H_
