#ifndef PROFILER_ADVISE_RULES_JOB_SLOW_SENDS_H_
#define PROFILER_ADVISE_RULES_JOB_SLOW_SENDS_H_

#include <cstdint>
#include <vector>

#include "profiler/advise/rule.h"
#include "profiler/advise/rules/job/job_thresholds.h"
#include "profiler/advise/rules/ranks/stragglers.h"
#include "profiler/analysis/collectives/waits/send_links.h"

namespace profiler {

// Adds a warning if one rank of the run sends to another one far more slowly than others do, which
// costs more than a threshold of a step. Returns whether it does. `links` are those of all runs.
bool JudgeSends(const InputOf<JobThresholds>& input, const std::vector<SendLink>& links,
                uint32_t run, const RanksOfRun& ranks, Verdict& verdict);

}  // namespace profiler

#endif  // PROFILER_ADVISE_RULES_JOB_SLOW_SENDS_H_
