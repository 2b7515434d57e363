#ifndef PROFILER_ADVISE_RULES_ACCELERATORS_PRECISION_H_
#define PROFILER_ADVISE_RULES_ACCELERATORS_PRECISION_H_

#include "profiler/advise/rule.h"

namespace profiler {

// How much of the accelerators' compute time is in 16 bit.
absl::StatusOr<Verdict> Precision16(const RuleInput& input);

}  // namespace profiler

#endif  // PROFILER_ADVISE_RULES_ACCELERATORS_PRECISION_H_
