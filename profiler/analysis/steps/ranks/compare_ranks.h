// Sets the ranks of a run against each other.
#ifndef PROFILER_ANALYSIS_STEPS_RANKS_COMPARE_RANKS_H_
#define PROFILER_ANALYSIS_STEPS_RANKS_COMPARE_RANKS_H_

#include <vector>

#include "profiler/analysis/steps/rank_steps.h"

namespace profiler {

// Sets the middle times of the ranks of one run, and each rank's times against them. Not of one
// rank alone.
void CompareTimes(const std::vector<RankSteps*>& rows);

// Sets the middle wait of the ranks of one run that were in collectives, and which of them was last
// most often.
void CompareWaits(const std::vector<RankSteps*>& rows);

}  // namespace profiler

#endif  // PROFILER_ANALYSIS_STEPS_RANKS_COMPARE_RANKS_H_
