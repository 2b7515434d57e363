#ifndef PROFILER_ADVISE_RULES_JOB_JOB_WAITS_H_
#define PROFILER_ADVISE_RULES_JOB_JOB_WAITS_H_

#include <string>

#include "profiler/advise/rules/ranks/stragglers.h"
#include "profiler/analysis/ops/framework_op.h"
#include "profiler/analysis/steps/rank_steps.h"

namespace profiler {

// How waits in collectives, whose sum is `all`, are spread if no rank is waited for in most steps.
// Of `ranks` the one that causes most comes first.
std::string WaitCauseText(const RanksOfRun& ranks, double all);

// Where ranks wait for `wait` a step in the mean, nearly all of it in the first step, because some
// began it late: who and by how much. Else "".
std::string LateStartText(const Profile& profile, const RanksOfRun& ranks, const RankSteps& most,
                          double wait);

// A table of the ranks: how long they wait, and the share of `all` waits that is for each.
Report WaitEvidence(const RanksOfRun& ranks, double all);

// In which steps others wait mostly for the rank: "9 of 10 steps" or, where only some steps have
// collectives, "all 4 steps that communicate (of 16)".
std::string StepsWaitedForText(const RankSteps& most);

// Where the rank works no longer than the others but exposes far more of its exchange, by half of
// what others wait, `wait` a step: it starts collectives after its computing, they do before. Else
// "".
std::string HidesLessText(const RankSteps& most, const RanksOfRun& others, double wait,
                          Framework framework);

}  // namespace profiler

#endif  // PROFILER_ADVISE_RULES_JOB_JOB_WAITS_H_
