#ifndef PROFILER_ADVISE_RULES_MEMORY_MEMORY_GROWTH_H_
#define PROFILER_ADVISE_RULES_MEMORY_MEMORY_GROWTH_H_

#include <optional>

#include "profiler/advise/rule.h"
#include "profiler/analysis/memory/memory_use.h"
#include "profiler/analysis/selection/selected.h"

namespace profiler {

// MemoryChecker's finding about memory that nearly every step allocates and nothing frees, of
// `least_bytes` in a step or more. `memory` must have all its pieces.
std::optional<Finding> GrowthFinding(const Selected& selected, const MemoryUse& memory,
                                     double least_bytes);

}  // namespace profiler

#endif  // PROFILER_ADVISE_RULES_MEMORY_MEMORY_GROWTH_H_
