// Who and what ranks wait for where no rank alone causes most of the waits.
#ifndef PROFILER_ADVISE_RULES_JOB_LATE_LATE_WORK_H_
#define PROFILER_ADVISE_RULES_JOB_LATE_LATE_WORK_H_

#include <cstdint>
#include <string>
#include <vector>

#include "profiler/advise/rule.h"
#include "profiler/advise/rules/ranks/stragglers.h"
#include "profiler/advise/rules/steps/grown_causes.h"
#include "profiler/analysis/steps/rank_steps.h"

namespace profiler {

// The ranks of the one host that causes nearly all of the waits, whose sum is `all`, though at most
// half of the ranks are there, the one that causes most first; empty if there is no such host.
RanksOfRun RanksOfLateHost(const RanksOfRun& ranks, double all);

// The numbers of the steps in which others wait for the rank: of the one step with most of that, or
// else those with nearly all of it.
std::vector<int64_t> StepsWaitedFor(const RankSteps& rank);

// The numbers of the steps in which the rank does the work that others wait for: those in which
// they wait, or the steps before, where that work is at the end, after the last collective.
std::vector<int64_t> StepsOfWork(const RankSteps& rank);

// The steps of a run: those of these numbers, which are sorted, and all others.
ComparedSteps SplitByNumbers(const std::vector<StepTime>& times, uint32_t run,
                             const std::vector<int64_t>& numbers);

// The rank of the run that causes most after the first, if it causes much of the waits, too, in few
// steps of its own; else null. `ranks` are sorted by what they cause.
const RankSteps* SecondLateRank(const RanksOfRun& ranks, double all);

// What takes longer on each rank in those steps in which it works so long that others wait, as a
// sentence: ". In turns, ranks are late for gc.collect: it takes 25 ms in 34 of their steps, ...".
// "" if nothing recorded does. `wait` is the mean of a step.
std::string WorkInTurnsText(const RuleInput& input, const RanksOfRun& ranks, double wait);

// What the same takes on the rank in the middle in the steps of these numbers; 0 if it takes no
// longer there than in other steps.
Value OnOtherRanks(const RuleInput& input, const RanksOfRun& others,
                   const std::vector<int64_t>& numbers, const StepCause& cause);

// Whether inputs were recorded with their shapes, and the rank and all others ran each op on inputs
// of the same shapes, as often: it has no more work than they have.
bool HasNoMoreWork(const RuleInput& input, const RankSteps& rank, const RanksOfRun& others);

}  // namespace profiler

#endif  // PROFILER_ADVISE_RULES_JOB_LATE_LATE_WORK_H_
