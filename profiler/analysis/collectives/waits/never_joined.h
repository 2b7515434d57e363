#ifndef PROFILER_ANALYSIS_COLLECTIVES_WAITS_NEVER_JOINED_H_
#define PROFILER_ANALYSIS_COLLECTIVES_WAITS_NEVER_JOINED_H_

#include <cstdint>
#include <string_view>
#include <vector>

#include "profiler/analysis/collectives/collective_events.h"
#include "profiler/analysis/collectives/collective_kinds.h"
#include "profiler/analysis/collectives/waits/matches.h"
#include "profiler/base/int128.h"
#include "profiler/store/profile.h"

namespace profiler {

// A collective in which ranks wait for others of their group that never come: these recorded no
// later one of its kind and group, and it takes far longer than usual. One that ends was joined:
// a rank in it goes on with a further collective of the group, or all of them with a further step.
// Then only the recording of the others ended before.
struct NeverJoined {
  uint32_t run = 0;  // index in Runs
  CollectiveKind kind = CollectiveKind::kOther;
  std::string_view group;
  int64_t number = 0;          // of those of its kind and group on a rank in it, from 1
  int64_t step = kUnknown;     // its number
  std::vector<size_t> absent;  // by number of the rank, as in RankPart, in ascending order
  CollectiveParts parts;       // of the ranks that wait
  Int128 wait = 0;             // the longest
};

// Moves such collectives out of the matches of a run, the first ones first. Ends and clocks of the
// ranks do not matter.
std::vector<NeverJoined> TakeNeverJoined(const Profile& profile,
                                         const std::vector<CollectiveEvent>& events, uint32_t run,
                                         CollectiveMatches& matches);

}  // namespace profiler

#endif  // PROFILER_ANALYSIS_COLLECTIVES_WAITS_NEVER_JOINED_H_
