#ifndef PROFILER_ADVISE_RULES_MEMORY_MEMORY_H_
#define PROFILER_ADVISE_RULES_MEMORY_MEMORY_H_

#include "profiler/advise/rule.h"

namespace profiler {

// What holds the memory when most of it is held, what is kept for long, and what stays free.
absl::StatusOr<Verdict> Memory(const RuleInput& input);

}  // namespace profiler

#endif  // PROFILER_ADVISE_RULES_MEMORY_MEMORY_H_
