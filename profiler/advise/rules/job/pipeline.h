#ifndef PROFILER_ADVISE_RULES_JOB_PIPELINE_H_
#define PROFILER_ADVISE_RULES_JOB_PIPELINE_H_

#include <string_view>

#include "profiler/advise/rule.h"
#include "profiler/advise/rules/job/job_thresholds.h"
#include "profiler/advise/rules/ranks/rank_names.h"
#include "profiler/advise/rules/ranks/stragglers.h"

namespace profiler {

// Adds a warning if ranks wait long for each other's data though none of them is slow: bubbles of a
// pipeline, unless data goes from some ranks to others alone (GoOneWay). `straggler` is null if
// there is none. One of the ranks that are missing may be slow.
void JudgePipeline(const InputOf<JobThresholds>& input, const RanksOfRun& ranks,
                   const RankSteps* straggler, const LackedRanks& missing, bool go_one_way,
                   Verdict& verdict);

}  // namespace profiler

#endif  // PROFILER_ADVISE_RULES_JOB_PIPELINE_H_
