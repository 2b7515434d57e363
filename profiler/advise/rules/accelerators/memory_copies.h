#ifndef PROFILER_ADVISE_RULES_ACCELERATORS_MEMORY_COPIES_H_
#define PROFILER_ADVISE_RULES_ACCELERATORS_MEMORY_COPIES_H_

#include "profiler/advise/rule.h"

namespace profiler {

// Copies to devices from memory that is not page-locked.
absl::StatusOr<Verdict> PageableCopies(const RuleInput& input);

}  // namespace profiler

#endif  // PROFILER_ADVISE_RULES_ACCELERATORS_MEMORY_COPIES_H_
