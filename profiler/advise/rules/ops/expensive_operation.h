#ifndef PROFILER_ADVISE_RULES_OPS_EXPENSIVE_OPERATION_H_
#define PROFILER_ADVISE_RULES_OPS_EXPENSIVE_OPERATION_H_

#include "profiler/advise/rule.h"

namespace profiler {

// Where the time goes: the costliest op types, scopes and lines of Python.
absl::StatusOr<Verdict> ExpensiveOperation(const RuleInput& input);

}  // namespace profiler

#endif  // PROFILER_ADVISE_RULES_OPS_EXPENSIVE_OPERATION_H_
