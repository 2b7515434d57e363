#ifndef PROFILER_ADVISE_RULES_JOB_STRAGGLERS_H_
#define PROFILER_ADVISE_RULES_JOB_STRAGGLERS_H_

#include <memory>
#include <vector>

#include "absl/status/statusor.h"
#include "profiler/advise/rule.h"
#include "profiler/advise/rules/job/job_thresholds.h"
#include "profiler/analysis/selection/selected.h"
#include "profiler/analysis/steps/rank_steps.h"
#include "profiler/base/run_context.h"

namespace profiler {

StragglerLimits StragglerLimitsOf(const JobThresholds& thresholds);

// StepsByRank(), computed once per selection and cached in the memo. Empty if the profile is of one
// process.
using SharedRanks = std::shared_ptr<const std::vector<RankSteps>>;
absl::StatusOr<SharedRanks> SharedRankSteps(const Selected& selected, RunContext& context);

using RanksOfRun = std::vector<const RankSteps*>;

// Adds a warning if the run has a straggler; of several it names the slowest one, or their host if
// they are all of its ranks and no others. Returns the slowest; null if there is none.
const RankSteps* JudgeStragglers(const RuleInput& input, const RanksOfRun& ranks,
                                 const StragglerLimits& limits, Verdict& verdict);

// Adds that ranks which communicate are alike, and how much of a step that takes.
void AddNoStraggler(const RanksOfRun& ranks, Verdict& verdict);

}  // namespace profiler

#endif  // PROFILER_ADVISE_RULES_JOB_STRAGGLERS_H_
