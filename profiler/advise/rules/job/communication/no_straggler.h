#ifndef PROFILER_ADVISE_RULES_JOB_COMMUNICATION_NO_STRAGGLER_H_
#define PROFILER_ADVISE_RULES_JOB_COMMUNICATION_NO_STRAGGLER_H_

#include <vector>

#include "profiler/advise/rule.h"
#include "profiler/advise/rules/ranks/rank_names.h"
#include "profiler/advise/rules/ranks/stragglers.h"
#include "profiler/analysis/collectives/worker_use.h"

namespace profiler {

// Adds that ranks which communicate are alike, and how much of the run's `typical` steps that
// takes. If some ranks were not opened, how much of that is waiting is not known.
void AddNoStraggler(const Profile& profile, const RanksOfRun& ranks, const LackedRanks& missing,
                    const std::vector<WorkerUse>& typical, Verdict& verdict);

}  // namespace profiler

#endif  // PROFILER_ADVISE_RULES_JOB_COMMUNICATION_NO_STRAGGLER_H_
