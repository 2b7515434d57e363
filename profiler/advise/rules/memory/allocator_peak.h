#ifndef PROFILER_ADVISE_RULES_MEMORY_ALLOCATOR_PEAK_H_
#define PROFILER_ADVISE_RULES_MEMORY_ALLOCATOR_PEAK_H_

#include <optional>
#include <string>

#include "profiler/analysis/memory/memory_in_use.h"
#include "profiler/analysis/memory/memory_use.h"
#include "profiler/report/finding.h"
#include "profiler/store/profile.h"

namespace profiler {

// MemoryChecker's finding about what an accelerator's allocator still had at the peak: little
// (less than the share `low` of its capacity), and in pieces (the share `fragmented` of it or more
// outside the largest one). nullopt if it had enough, or did not record it.
std::optional<Finding> AllocatorFinding(const Profile& profile, const MemoryUse& memory, double low,
                                        double fragmented);

// Where PyTorch's allocator reserved far more than was in use: a sentence on why that may be, and
// what helps, after the end of another one; else empty.
std::string ReservedText(const Profile& profile, const MemoryInUse& most);

}  // namespace profiler

#endif  // PROFILER_ADVISE_RULES_MEMORY_ALLOCATOR_PEAK_H_
