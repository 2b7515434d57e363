// Ranks of a run that work longer than the others, so that these wait for them.
#ifndef PROFILER_ANALYSIS_STEPS_RANKS_STRAGGLERS_H_
#define PROFILER_ANALYSIS_STEPS_RANKS_STRAGGLERS_H_

#include <vector>

#include "profiler/analysis/steps/rank_steps.h"

namespace profiler {

// How much shorter a step of the run would be if in each step none of `some` worked longer than the
// slowest of `others`: the mean over the steps that both recorded. NaN if there is no such step.
// Ranks whose work is uneven by chance are slow in turns, so that without any of them little would
// change.
double SavedWithout(const std::vector<const RankSteps*>& some,
                    const std::vector<const RankSteps*>& others);
// Whether it would save a good part of the time by which `some` work longer, which is `excess`.
bool AreSlowTogether(const std::vector<const RankSteps*>& some,
                     const std::vector<const RankSteps*>& others, double excess);

// What makes a rank a straggler: it works longer than the middle rank by more than `more` of that,
// and by more than `of_step` of its own step, in most steps (AreSlowInMostSteps), and without the
// stragglers steps would be shorter (AreSlowTogether). If it was compared in collectives, these
// must show that other ranks wait for it, unless ranks wait in the sends and receives of a
// pipeline.
struct StragglerLimits {
  double more = 0.2, of_step = 0.05;
};
// Of the ranks of one run; the slowest first.
std::vector<const RankSteps*> StragglersOf(const std::vector<const RankSteps*>& ranks,
                                           const StragglerLimits& limits);

}  // namespace profiler

#endif  // PROFILER_ANALYSIS_STEPS_RANKS_STRAGGLERS_H_
