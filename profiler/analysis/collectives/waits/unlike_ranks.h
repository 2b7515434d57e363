// Ranks that recorded different numbers of collectives.
#ifndef PROFILER_ANALYSIS_COLLECTIVES_WAITS_UNLIKE_RANKS_H_
#define PROFILER_ANALYSIS_COLLECTIVES_WAITS_UNLIKE_RANKS_H_

#include <cstdint>
#include <string_view>
#include <vector>

#include "profiler/analysis/collectives/collective_kinds.h"
#include "profiler/analysis/collectives/waits/matches.h"

namespace profiler {

// A kind of collective of which ranks recorded different numbers. Only the first collectives of
// each step are compared, as many as all ranks have.
struct UnlikeRanks {
  uint32_t run;  // index in Runs
  CollectiveKind kind;
  std::string_view group;
  int64_t least = 0, most = 0;  // collectives per rank: the minimum and maximum
};

// Appends those of a run. `matches` are all of its collectives.
void FindUnlike(uint32_t run, const CollectiveMatches& matches, std::vector<UnlikeRanks>& unlike);

// Forgets broadcasts of which no match is left: none of them is compared.
void ForgetBroadcastsApart(uint32_t run, const CollectiveMatches& matches,
                           std::vector<UnlikeRanks>& unlike);

}  // namespace profiler

#endif  // PROFILER_ANALYSIS_COLLECTIVES_WAITS_UNLIKE_RANKS_H_
