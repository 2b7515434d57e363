#ifndef PROFILER_ADVISE_RULES_ACCELERATORS_SYNCHRONIZATION_H_
#define PROFILER_ADVISE_RULES_ACCELERATORS_SYNCHRONIZATION_H_

#include "profiler/advise/rule.h"

namespace profiler {

// Where hosts stop within steps until a device is done.
absl::StatusOr<Verdict> Synchronization(const RuleInput& input);

}  // namespace profiler

#endif  // PROFILER_ADVISE_RULES_ACCELERATORS_SYNCHRONIZATION_H_
