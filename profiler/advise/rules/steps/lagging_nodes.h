#ifndef PROFILER_ADVISE_RULES_STEPS_LAGGING_NODES_H_
#define PROFILER_ADVISE_RULES_STEPS_LAGGING_NODES_H_

#include <vector>

#include "absl/status/status.h"
#include "profiler/advise/rule.h"

namespace profiler {

// Adds the phases that take longer on one node than on the median node, by more than `lag` of a
// step: all nodes wait for it.
absl::Status FindLaggingNodes(const RuleInput& input, double lag, std::vector<Finding>& findings);

}  // namespace profiler

#endif  // PROFILER_ADVISE_RULES_STEPS_LAGGING_NODES_H_
