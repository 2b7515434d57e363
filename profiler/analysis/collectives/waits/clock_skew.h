// By how much the clocks of ranks differ, as the ends of their collectives show.
#ifndef PROFILER_ANALYSIS_COLLECTIVES_WAITS_CLOCK_SKEW_H_
#define PROFILER_ANALYSIS_COLLECTIVES_WAITS_CLOCK_SKEW_H_

#include <cstddef>
#include <vector>

#include "profiler/analysis/collectives/waits/matches.h"

namespace profiler {

// The most by which one rank ends collectives before or after another one, in picoseconds: the
// median over those that both are in. 0 if that is little, or if the single ones differ from it by
// much: then it is no clock's doing. `clock_of` has a number for each rank; ranks of one number
// share a clock and are not compared.
double ClockSkew(const std::vector<const CollectiveParts*>& collectives,
                 const std::vector<size_t>& clock_of);

}  // namespace profiler

#endif  // PROFILER_ANALYSIS_COLLECTIVES_WAITS_CLOCK_SKEW_H_
