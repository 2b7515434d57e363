#ifndef PROFILER_ADVISE_RULES_STEPS_OVERALL_H_
#define PROFILER_ADVISE_RULES_STEPS_OVERALL_H_

#include "absl/status/statusor.h"
#include "profiler/advise/rule.h"

namespace profiler {

// What was measured, without a judgement; named as SageMaker Debugger names its rules.
absl::StatusOr<Verdict> OverallSystemUsage(const RuleInput& input);
absl::StatusOr<Verdict> OverallFrameworkMetrics(const RuleInput& input);

}  // namespace profiler

#endif  // PROFILER_ADVISE_RULES_STEPS_OVERALL_H_
