#ifndef PROFILER_ADVISE_RULES_MEMORY_MEMORY_PEAK_H_
#define PROFILER_ADVISE_RULES_MEMORY_MEMORY_PEAK_H_

#include <vector>

#include "profiler/advise/rule.h"
#include "profiler/analysis/memory/live_memory.h"

namespace profiler {

// MemoryChecker's findings on what one device's allocations held: by op type and by scope in the
// moment of the peak, and what was kept for long.
std::vector<Finding> PeakFindings(const RuleInput& input, const LiveMemory& memory);

}  // namespace profiler

#endif  // PROFILER_ADVISE_RULES_MEMORY_MEMORY_PEAK_H_
