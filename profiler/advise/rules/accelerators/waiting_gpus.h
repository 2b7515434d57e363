#ifndef PROFILER_ADVISE_RULES_ACCELERATORS_WAITING_GPUS_H_
#define PROFILER_ADVISE_RULES_ACCELERATORS_WAITING_GPUS_H_

#include "absl/status/statusor.h"
#include "profiler/advise/rule.h"

namespace profiler {

// What system metrics tell of GPUs that wait, and what they wait for.
absl::StatusOr<Verdict> UtilizationDips(const RuleInput& input);
absl::StatusOr<Verdict> NetworkBound(const RuleInput& input);

}  // namespace profiler

#endif  // PROFILER_ADVISE_RULES_ACCELERATORS_WAITING_GPUS_H_
