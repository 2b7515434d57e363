#ifndef PROFILER_ADVISE_RULES_ACCELERATORS_ACCELERATOR_UTILIZATION_H_
#define PROFILER_ADVISE_RULES_ACCELERATORS_ACCELERATOR_UTILIZATION_H_

#include "profiler/advise/rule.h"

namespace profiler {

// How much of its span each accelerator worked.
absl::StatusOr<Verdict> AcceleratorUtilization(const RuleInput& input);

}  // namespace profiler

#endif  // PROFILER_ADVISE_RULES_ACCELERATORS_ACCELERATOR_UTILIZATION_H_
