#ifndef PROFILER_ADVISE_RULES_JOB_SLOW_GROUPS_H_
#define PROFILER_ADVISE_RULES_JOB_SLOW_GROUPS_H_

#include <cstdint>
#include <vector>

#include "profiler/advise/rule.h"
#include "profiler/advise/rules/job/job_thresholds.h"
#include "profiler/advise/rules/ranks/stragglers.h"
#include "profiler/analysis/collectives/waits/slow_groups.h"

namespace profiler {

// Adds a warning if a group of ranks of the run exchanges equal bytes more slowly than others,
// which costs more than a threshold of a step. `slow_groups` are those of all runs, as
// FindSlowGroups() sorts them. Returns the ranks of the group; empty if there is none.
std::vector<SourceId> JudgeSlowGroups(const InputOf<JobThresholds>& input,
                                      const std::vector<SlowGroup>& slow_groups, uint32_t run,
                                      const RanksOfRun& ranks, Verdict& verdict);

}  // namespace profiler

#endif  // PROFILER_ADVISE_RULES_JOB_SLOW_GROUPS_H_
