#ifndef PROFILER_ADVISE_RULES_JOB_PLACEMENT_H_
#define PROFILER_ADVISE_RULES_JOB_PLACEMENT_H_

#include "profiler/advise/rule.h"

namespace profiler {

// Ops that sit on the host between ops on an accelerator, variables that do, and how op time is
// divided.
absl::StatusOr<Verdict> Placement(const RuleInput& input);

}  // namespace profiler

#endif  // PROFILER_ADVISE_RULES_JOB_PLACEMENT_H_
