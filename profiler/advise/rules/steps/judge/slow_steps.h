#ifndef PROFILER_ADVISE_RULES_STEPS_JUDGE_SLOW_STEPS_H_
#define PROFILER_ADVISE_RULES_STEPS_JUDGE_SLOW_STEPS_H_

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "profiler/advise/rule.h"
#include "profiler/advise/rules/steps/judge/judged_steps.h"
#include "profiler/advise/rules/steps/outlier_groups.h"
#include "profiler/advise/rules/steps/step_list.h"

namespace profiler {

// Slow steps beside all ordinary ones.
OutlierGroup OrdinaryGroup(const JudgedSteps& of, const StepTimeList& slow);

// Adds what takes the time of slow steps to the finding, and what their slowness costs.
absl::Status AddCause(const JudgedSteps& of, const OutlierGroup& group, Finding& finding);

// Whether HostChecker says that the slow steps compile, and what to do.
bool IsCompilingTold(const JudgedSteps& of, const StepTimeList& slow);

absl::StatusOr<Finding> OutlierFinding(const JudgedSteps& of, const OutlierGroup& group);

}  // namespace profiler

#endif  // PROFILER_ADVISE_RULES_STEPS_JUDGE_SLOW_STEPS_H_
