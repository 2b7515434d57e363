#ifndef PROFILER_ADVISE_RULES_STEPS_JUDGE_WARM_UP_H_
#define PROFILER_ADVISE_RULES_STEPS_JUDGE_WARM_UP_H_

#include "absl/status/statusor.h"
#include "profiler/advise/rule.h"
#include "profiler/advise/rules/steps/judge/judged_steps.h"

namespace profiler {

// What the steps that warm up cost the mean step; there must be some. It is a warning if that is
// more than `most_share` of it. Those that are in a period are compared with others of the period.
absl::StatusOr<Finding> WarmUpFinding(const JudgedSteps& of, double most_share);

}  // namespace profiler

#endif  // PROFILER_ADVISE_RULES_STEPS_JUDGE_WARM_UP_H_
