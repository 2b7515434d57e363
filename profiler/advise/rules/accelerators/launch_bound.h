#ifndef PROFILER_ADVISE_RULES_ACCELERATORS_LAUNCH_BOUND_H_
#define PROFILER_ADVISE_RULES_ACCELERATORS_LAUNCH_BOUND_H_

#include "profiler/advise/rule.h"

namespace profiler {

// Whether accelerators wait for hosts to launch their work.
absl::StatusOr<Verdict> LaunchBound(const RuleInput& input);

}  // namespace profiler

#endif  // PROFILER_ADVISE_RULES_ACCELERATORS_LAUNCH_BOUND_H_
