#ifndef PROFILER_ADVISE_RULES_ACCELERATORS_IDLE_WAITS_H_
#define PROFILER_ADVISE_RULES_ACCELERATORS_IDLE_WAITS_H_

#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "profiler/advise/rule.h"
#include "profiler/report/finding.h"

namespace profiler {

// Of each run whose hosts only wait for results for much of a step, while no device works: that,
// and why. `longest` tells where they wait longest, as "in cudaMemcpyAsync by aten::to"; it may be
// empty. `is_sync_told` is whether waits are told as what leaves devices idle.
absl::StatusOr<std::vector<Finding>> FindIdleWaits(const RuleInput& input,
                                                   const std::string& longest, bool is_sync_told);

}  // namespace profiler

#endif  // PROFILER_ADVISE_RULES_ACCELERATORS_IDLE_WAITS_H_
