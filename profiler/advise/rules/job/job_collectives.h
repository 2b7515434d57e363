#ifndef PROFILER_ADVISE_RULES_JOB_JOB_COLLECTIVES_H_
#define PROFILER_ADVISE_RULES_JOB_JOB_COLLECTIVES_H_

#include <vector>

#include "profiler/advise/rule.h"
#include "profiler/advise/rules/job/job_thresholds.h"
#include "profiler/advise/rules/ranks/slow_ranks.h"
#include "profiler/advise/rules/ranks/stragglers.h"
#include "profiler/analysis/collectives/worker_use.h"

namespace profiler {

// What other findings on a run say that ranks wait for.
struct KnownCauses {
  const RankSteps* straggler = nullptr;  // null if there is none
  const SlowRanks& slow;                 // the stragglers, or ranks that no finding names yet
  std::vector<SourceId> slow_group;      // ranks whose exchange is slow
  bool hangs = false;                    // in a collective that some ranks never join
};

// Finds the rank of a run for which the others wait in collectives, or says that they wait for each
// other. Ignores waits below the thresholds, and those that are known. `ranks` and `workers` are
// those of one run.
void JudgeWaiting(const InputOf<JobThresholds>& input, const RanksOfRun& ranks,
                  const KnownCauses& known, const std::vector<WorkerUse>& workers,
                  Verdict& verdict);

// Counts the ranks of jobs that were not opened.
void AddMissingRanks(const Profile& profile, Verdict& verdict);

}  // namespace profiler

#endif  // PROFILER_ADVISE_RULES_JOB_JOB_COLLECTIVES_H_
