#ifndef PROFILER_ADVISE_RULES_JOB_PIPELINE_H_
#define PROFILER_ADVISE_RULES_JOB_PIPELINE_H_

#include <string_view>

#include "profiler/advise/rule.h"
#include "profiler/advise/rules/job/job_thresholds.h"
#include "profiler/advise/rules/ranks/rank_names.h"
#include "profiler/advise/rules/ranks/stragglers.h"

namespace profiler {

// Adds a warning if the ranks of a pipeline wait long for each other's data though none of them is
// slow: bubbles. `straggler` is null if there is none. One of the ranks that are missing may be
// slow.
void JudgePipeline(const InputOf<JobThresholds>& input, const RanksOfRun& ranks,
                   const RankSteps* straggler, const LackedRanks& missing, Verdict& verdict);

}  // namespace profiler

#endif  // PROFILER_ADVISE_RULES_JOB_PIPELINE_H_
