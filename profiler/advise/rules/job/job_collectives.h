#ifndef PROFILER_ADVISE_RULES_JOB_JOB_COLLECTIVES_H_
#define PROFILER_ADVISE_RULES_JOB_JOB_COLLECTIVES_H_

#include <cstdint>
#include <string>
#include <vector>

#include "profiler/advise/rule.h"
#include "profiler/advise/rules/job/job_thresholds.h"
#include "profiler/advise/rules/ranks/slow_ranks.h"
#include "profiler/advise/rules/ranks/stragglers.h"
#include "profiler/analysis/collectives/collective_waits.h"
#include "profiler/analysis/collectives/compared_collectives.h"
#include "profiler/analysis/collectives/worker_use.h"

namespace profiler {

// A name such as "rank 3" or a host's, with the device if the rank has several.
std::string NameOfRank(const Profile& profile, const CollectiveWaits& waits, const RankWaits& one);

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

// Adds whether one rank of the run came last to most collectives, more often than by chance, even
// if the waits are short. If there is none, and the run is not healthy, it adds which rank came
// latest in total, if one did.
void AddArrivals(const RuleInput& input, const ComparedCollectives& compared, uint32_t run,
                 bool is_healthy, Verdict& verdict);

// Counts the ranks of jobs that were not opened.
void AddMissingRanks(const Profile& profile, Verdict& verdict);

}  // namespace profiler

#endif  // PROFILER_ADVISE_RULES_JOB_JOB_COLLECTIVES_H_
