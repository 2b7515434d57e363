// The rules of SageMaker Debugger on steps, with its names and thresholds.
#ifndef PROFILER_ADVISE_RULES_STEPS_TRAINING_TIME_H_
#define PROFILER_ADVISE_RULES_STEPS_TRAINING_TIME_H_

#include "profiler/advise/rule.h"

namespace profiler {

// Steps of one mode that take much longer than the others.
absl::StatusOr<Verdict> StepOutlier(const RuleInput& input);
// A first step that comes late.
absl::StatusOr<Verdict> MaxInitializationTime(const RuleInput& input);

}  // namespace profiler

#endif  // PROFILER_ADVISE_RULES_STEPS_TRAINING_TIME_H_
