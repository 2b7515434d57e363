#ifndef PROFILER_ADVISE_RULES_JOB_STRAGGLERS_H_
#define PROFILER_ADVISE_RULES_JOB_STRAGGLERS_H_

#include <memory>
#include <vector>

#include "absl/status/statusor.h"
#include "profiler/analysis/selection/selected.h"
#include "profiler/analysis/steps/rank_steps.h"
#include "profiler/base/run_context.h"
#include "profiler/query/query.h"
#include "profiler/report/finding.h"

namespace profiler {

// JobChecker's thresholds for stragglers, after -threshold.
StragglerLimits StragglerLimitsOf(const AdviceOptions& options);

// StepsByRank(), computed once per selection and cached in the memo. Empty if the profile is of one
// process.
using SharedRanks = std::shared_ptr<const std::vector<RankSteps>>;
absl::StatusOr<SharedRanks> SharedRankSteps(const Selected& selected, RunContext& context);

// A warning for each run with a straggler, which names the slowest one. JobChecker and `overview`
// show the same.
std::vector<Finding> StragglerFindings(const Profile& profile, const std::vector<RankSteps>& ranks,
                                       const StragglerLimits& limits);

}  // namespace profiler

#endif  // PROFILER_ADVISE_RULES_JOB_STRAGGLERS_H_
