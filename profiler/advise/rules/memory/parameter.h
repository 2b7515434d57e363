#ifndef PROFILER_ADVISE_RULES_MEMORY_PARAMETER_H_
#define PROFILER_ADVISE_RULES_MEMORY_PARAMETER_H_

#include "profiler/advise/rule.h"

namespace profiler {

// The biggest variables, those that nothing trains, and what the optimizer keeps beside them.
absl::StatusOr<Verdict> Parameters(const RuleInput& input);

}  // namespace profiler

#endif  // PROFILER_ADVISE_RULES_MEMORY_PARAMETER_H_
