#ifndef PROFILER_ADVISE_RULES_JOB_JOB_COLLECTIVES_H_
#define PROFILER_ADVISE_RULES_JOB_JOB_COLLECTIVES_H_

#include <vector>

#include "profiler/advise/rule.h"
#include "profiler/advise/rules/job/job_thresholds.h"
#include "profiler/advise/rules/job/stragglers.h"
#include "profiler/analysis/collectives/worker_use.h"

namespace profiler {

// Finds the rank of a run for which the others wait in collectives, or says that they wait for each
// other. Ignores waits below the thresholds, and a rank that `verdict` already names as a
// straggler. `ranks` and `workers` are those of one run.
void JudgeWaiting(const InputOf<JobThresholds>& input, const RanksOfRun& ranks,
                  const std::vector<WorkerUse>& workers, Verdict& verdict);

// Tells for each run whether one rank came last to most collectives, even if the waits are short,
// and counts the ranks that were not opened.
absl::Status JudgeArrivals(const RuleInput& input, Verdict& verdict);

}  // namespace profiler

#endif  // PROFILER_ADVISE_RULES_JOB_JOB_COLLECTIVES_H_
