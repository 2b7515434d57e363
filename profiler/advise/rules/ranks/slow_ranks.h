// Ranks that work longer than the others of their run, and equally long.
#ifndef PROFILER_ADVISE_RULES_RANKS_SLOW_RANKS_H_
#define PROFILER_ADVISE_RULES_RANKS_SLOW_RANKS_H_

#include <string>

#include "profiler/advise/rule.h"
#include "profiler/advise/rules/ranks/stragglers.h"
#include "profiler/analysis/steps/rank_steps.h"
#include "profiler/analysis/steps/ranks/stragglers.h"

namespace profiler {

// Times are in picoseconds.
struct SlowRanks {
  RanksOfRun ranks;                 // the slowest first; empty if there are none
  RanksOfRun others;                // at least as many
  double own = 0, others_own = 0;   // the medians of RankSteps::own
  double wait = 0, wait_share = 0;  // of the others for other ranks, in the mean; of their step

  bool Has(const RankSteps& rank) const;
};

// The ranks of a run that work clearly longer than the others, which wait for that longer than
// `least` of a step in collectives. None in a pipeline, whose stages wait for each other by design.
SlowRanks FindSlowRanks(const RanksOfRun& ranks, double least);

// The stragglers of a run; where the slowest one is among several that work equally long, these.
RanksOfRun StragglersWith(const RanksOfRun& ranks, const SlowRanks& slow,
                          const StragglerLimits& limits);

// Text such as "8.43 ms a step (15%)": how long the others wait.
std::string WaitOfOthersText(const SlowRanks& slow);

// A warning that the others wait for them.
Finding SlowRanksFinding(const RuleInput& input, const SlowRanks& slow);

// What each of the slow ranks takes longer for, as StragglerRemedy(): one text where that is the
// same for all but in numbers. Of many the slowest stands for all.
std::string RemediesOf(const RuleInput& input, const SlowRanks& slow);

}  // namespace profiler

#endif  // PROFILER_ADVISE_RULES_RANKS_SLOW_RANKS_H_
