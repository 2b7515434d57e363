// When the ranks of a collective end it.
#ifndef PROFILER_ANALYSIS_COLLECTIVES_WAITS_ENDS_H_
#define PROFILER_ANALYSIS_COLLECTIVES_WAITS_ENDS_H_

#include <cstddef>
#include <map>
#include <vector>

#include "profiler/analysis/collectives/waits/matches.h"

namespace profiler {

// The ends of a collective's ranks agree within this part of its shortest part.
inline constexpr int kPartOfShortest = 4;

// Whether all ranks end at nearly the same time, relative to the collective's duration.
bool EndsAgree(const CollectiveParts& parts);

// By how much each rank ends the collectives after the middle one, by the median, in picoseconds.
std::map<size_t, double> EndOffsets(const std::vector<const CollectiveParts*>& collectives);

}  // namespace profiler

#endif  // PROFILER_ANALYSIS_COLLECTIVES_WAITS_ENDS_H_
