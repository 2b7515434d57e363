#ifndef PROFILER_ADVISE_RULES_STEPS_STEP_H_
#define PROFILER_ADVISE_RULES_STEPS_STEP_H_

#include "profiler/advise/rule.h"

namespace profiler {

// Steps against each other: those that warm up, those that stand out, those that are slow at
// regular intervals, and how much the rest varies.
absl::StatusOr<Verdict> Step(const RuleInput& input);

}  // namespace profiler

#endif  // PROFILER_ADVISE_RULES_STEPS_STEP_H_
