#ifndef PROFILER_ADVISE_RULES_RANKS_STRAGGLER_CAUSE_H_
#define PROFILER_ADVISE_RULES_RANKS_STRAGGLER_CAUSE_H_

#include <string>

#include "profiler/advise/rule.h"
#include "profiler/advise/rules/ranks/stragglers.h"
#include "profiler/analysis/steps/rank_steps.h"

namespace profiler {

// What the slow rank takes longer for than `others`, and where to look for the reason, as sentences
// after that on the rank: ". aten::mm takes 1.40 times as long there ...".
std::string StragglerRemedy(const RuleInput& input, const RankSteps& slow,
                            const RanksOfRun& others);
// The same of several ranks, by their medians; the first one is a typical one.
std::string StragglersRemedy(const RuleInput& input, const RanksOfRun& slow,
                             const RanksOfRun& others);

}  // namespace profiler

#endif  // PROFILER_ADVISE_RULES_RANKS_STRAGGLER_CAUSE_H_
