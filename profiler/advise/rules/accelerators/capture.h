#ifndef PROFILER_ADVISE_RULES_ACCELERATORS_CAPTURE_H_
#define PROFILER_ADVISE_RULES_ACCELERATORS_CAPTURE_H_

#include "profiler/advise/rule.h"

namespace profiler {

// Whether what was recorded of GPUs hangs together: work and the calls that start it.
absl::StatusOr<Verdict> CompleteCapture(const RuleInput& input);

}  // namespace profiler

#endif  // PROFILER_ADVISE_RULES_ACCELERATORS_CAPTURE_H_
