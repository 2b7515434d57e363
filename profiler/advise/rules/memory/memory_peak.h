#ifndef PROFILER_ADVISE_RULES_MEMORY_MEMORY_PEAK_H_
#define PROFILER_ADVISE_RULES_MEMORY_MEMORY_PEAK_H_

#include <vector>

#include "profiler/advise/rule.h"
#include "profiler/analysis/memory/memory_use.h"

namespace profiler {

// MemoryChecker's findings about a device's allocations: the memory at the peak by op type and by
// scope, as in the view `memory`, and allocations of at least `least_bytes` that live longer than
// `share` of the step.
std::vector<Finding> PeakFindings(const Profile& profile, const MemoryUse& memory, double share,
                                  double least_bytes);

}  // namespace profiler

#endif  // PROFILER_ADVISE_RULES_MEMORY_MEMORY_PEAK_H_
