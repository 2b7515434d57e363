#ifndef PROFILER_ADVISE_RULES_STEPS_INPUT_BOUND_H_
#define PROFILER_ADVISE_RULES_STEPS_INPUT_BOUND_H_

#include "profiler/advise/rule.h"

namespace profiler {

// How much of a step is waiting for input.
absl::StatusOr<Verdict> InputBound(const RuleInput& input);

}  // namespace profiler

#endif  // PROFILER_ADVISE_RULES_STEPS_INPUT_BOUND_H_
