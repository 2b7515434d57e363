#ifndef PROFILER_ANALYSIS_COLLECTIVES_COLLECTIVE_WAITS_H_
#define PROFILER_ANALYSIS_COLLECTIVES_COLLECTIVE_WAITS_H_

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "profiler/analysis/collectives/collective_events.h"
#include "profiler/base/int128.h"
#include "profiler/store/profile.h"

namespace profiler {

// The collectives of one rank, or of one device if the source has several devices. Times in
// picoseconds.
struct RankWaits {
  SourceId source;
  DeviceId device;
  int64_t collectives = 0;  // all collectives of the rank
  int64_t compared = 0;     // those that another rank recorded too and that wait for all ranks
  int64_t last = 0;         // of `compared`, those in which this rank arrived last
  Int128 total = 0;         // in all collectives
  Int128 wait = 0;          // in `compared`, until the last rank arrived
  Int128 late = 0;          // arrival after the first rank, summed over `compared`
  Int128 latest = 0;        // the maximum of the values summed in `late`
};

// A kind of collective of which ranks recorded different numbers. Only the first collectives of
// each step are compared, as many as all ranks have.
struct UnlikeRanks {
  CollectiveKind kind;
  std::string_view group;
  int64_t least = 0, most = 0;  // collectives per rank: the minimum and maximum
};

struct CollectiveWaits {
  std::vector<RankWaits> ranks;  // sorted by source and device
  int64_t compared = 0;          // collectives, each counted once
  // True if arrival times come from the ranks' clocks, false if they are inferred from durations:
  // all ranks end at the same time, so the rank with the shortest duration arrived last.
  bool by_clock = false;
  std::vector<UnlikeRanks> unlike;
};

// The n-th collective of a kind, group and step on one rank is matched with the n-th on the other
// ranks of its run. Clocks are trusted if, according to them, nearly all collectives end at the
// same time on all ranks.
CollectiveWaits FindWaits(const Profile& profile, const std::vector<CollectiveEvent>& events);

// Ranks of the job that are not in the profile, as far as they can be inferred from sources and
// groups.
struct MissingRanks {
  int64_t world_size = kUnknown;
  int64_t recorded = 0;          // ranks in the profile
  std::vector<int64_t> missing;  // rank numbers; only if the ranks of all sources are known
};
MissingRanks FindMissingRanks(const Profile& profile);

}  // namespace profiler

#endif  // PROFILER_ANALYSIS_COLLECTIVES_COLLECTIVE_WAITS_H_
