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

// One rank, or one device of a source that holds several, in its collectives with others. Times in
// picoseconds.
struct RankWaits {
  SourceId source;
  DeviceId device;
  int64_t collectives = 0;  // all of them
  int64_t compared = 0;     // that another rank's record shows too, and in which all wait for all
  int64_t last = 0;         // of those, how often it came last
  Int128 total = 0;         // in all collectives
  Int128 wait = 0;          // in those compared, until the last rank came
  Int128 late = 0;          // behind the first rank, added up
  Int128 latest = 0;        // the most of it
};

// Ranks recorded unlike numbers of one kind of collective: the first of each step are compared.
struct UnlikeRanks {
  CollectiveKind kind;
  std::string_view group;
  int64_t least = 0, most = 0;  // of a rank
};

struct CollectiveWaits {
  std::vector<RankWaits> ranks;  // by source and device
  int64_t compared = 0;          // collectives, each once
  // Arrivals are told by the ranks' clocks. Else by durations: what lasted shortest came last, as
  // all end at once.
  bool by_clock = false;
  std::vector<UnlikeRanks> unlike;
};

// The n-th collective of a kind, a group and a step on one rank is the n-th on the others. Clocks
// are trusted where nearly all collectives end at once by them.
CollectiveWaits FindWaits(const Profile& profile, const std::vector<CollectiveEvent>& events);

// What the job has and the profile has not, as far as its sources and groups tell.
struct MissingRanks {
  int64_t world_size = kUnknown;
  int64_t recorded = 0;          // ranks of it
  std::vector<int64_t> missing;  // by number, where the ranks of all sources are known
};
MissingRanks FindMissingRanks(const Profile& profile);

}  // namespace profiler

#endif  // PROFILER_ANALYSIS_COLLECTIVES_COLLECTIVE_WAITS_H_
