#ifndef PROFILER_ADVISE_RULES_OPS_OPERATION_H_
#define PROFILER_ADVISE_RULES_OPS_OPERATION_H_

#include "profiler/advise/rule.h"

namespace profiler {

// Ops for which a faster form is known: batch normalization that is not fused, NHWC on a GPU.
absl::StatusOr<Verdict> Operation(const RuleInput& input);

}  // namespace profiler

#endif  // PROFILER_ADVISE_RULES_OPS_OPERATION_H_
