#ifndef PROFILER_ADVISE_RULES_MEMORY_ALLOCATOR_PEAK_H_
#define PROFILER_ADVISE_RULES_MEMORY_ALLOCATOR_PEAK_H_

#include <optional>

#include "profiler/analysis/memory/memory_use.h"
#include "profiler/report/finding.h"
#include "profiler/store/profile.h"

namespace profiler {

// MemoryChecker's finding about what an accelerator's allocator still had at the peak: little
// (less than the share `low` of its capacity), and in pieces (the share `fragmented` of it or more
// outside the largest one). nullopt if it had enough, or did not record it.
std::optional<Finding> AllocatorFinding(const Profile& profile, const MemoryUse& memory, double low,
                                        double fragmented);

}  // namespace profiler

#endif  // PROFILER_ADVISE_RULES_MEMORY_ALLOCATOR_PEAK_H_
