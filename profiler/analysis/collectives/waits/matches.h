// The parts of ranks in one collective.
#ifndef PROFILER_ANALYSIS_COLLECTIVES_WAITS_MATCHES_H_
#define PROFILER_ANALYSIS_COLLECTIVES_WAITS_MATCHES_H_

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <map>
#include <string_view>
#include <tuple>
#include <vector>

#include "profiler/analysis/collectives/collective_kinds.h"
#include "profiler/base/int128.h"

namespace profiler {

// Kind, group, step, and number in the step.
using CollectiveKey = std::tuple<CollectiveKind, std::string_view, int64_t, int64_t>;

// A rank's part in one collective, on the shared time axis.
struct RankPart {
  size_t rank, event;
  Int128 begin, end;
};
using CollectiveParts = std::vector<RankPart>;
using CollectiveMatches = std::map<CollectiveKey, CollectiveParts>;

// `parts` must not be empty.
inline Int128 ShortestOf(const CollectiveParts& parts) {
  Int128 shortest = parts[0].end - parts[0].begin;
  for (const RankPart& part : parts) shortest = std::min(shortest, part.end - part.begin);
  return shortest;
}

}  // namespace profiler

#endif  // PROFILER_ANALYSIS_COLLECTIVES_WAITS_MATCHES_H_
