// In how many steps ranks work longer than the others of their run.
#ifndef PROFILER_ANALYSIS_STEPS_RANKS_SLOW_IN_STEPS_H_
#define PROFILER_ANALYSIS_STEPS_RANKS_SLOW_IN_STEPS_H_

#include <cstdint>
#include <utility>
#include <vector>

#include "profiler/analysis/steps/rank_steps.h"

namespace profiler {

// How long the middle one of ranks works in each whole step that any of them recorded, sorted by
// the step's number.
using OwnOfSteps = std::vector<std::pair<int64_t, double>>;
OwnOfSteps MiddleOfSteps(const std::vector<const RankSteps*>& ranks);

// Of the whole steps that two sets of ranks recorded, those in which the middle one of the first
// set works longer than the middle one of the second.
struct SlowInSteps {
  int64_t slow = 0, common = 0;

  // Whether these are more than chance explains (a sign test); of few steps, all.
  bool AreMost() const;
  bool AreNearlyAll() const { return 10 * slow >= 9 * common; }
};
SlowInSteps CountSlowSteps(const OwnOfSteps& some, const OwnOfSteps& others);

// Whether `some` are slow together, and each of them, in most of their steps (AreMost). Ranks whose
// work is uneven by chance are slow in turns. True if no step shows it.
bool AreSlowInMostSteps(const std::vector<const RankSteps*>& some,
                        const std::vector<const RankSteps*>& others);

}  // namespace profiler

#endif  // PROFILER_ANALYSIS_STEPS_RANKS_SLOW_IN_STEPS_H_
