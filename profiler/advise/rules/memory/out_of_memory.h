#ifndef PROFILER_ADVISE_RULES_MEMORY_OUT_OF_MEMORY_H_
#define PROFILER_ADVISE_RULES_MEMORY_OUT_OF_MEMORY_H_

#include <optional>

#include "profiler/analysis/memory/memory_use.h"
#include "profiler/report/finding.h"
#include "profiler/store/profile.h"

namespace profiler {

// MemoryChecker's finding about allocations that failed. nullopt if none did.
std::optional<Finding> OutOfMemoryFinding(const Profile& profile, const MemoryUse& memory);

}  // namespace profiler

#endif  // PROFILER_ADVISE_RULES_MEMORY_OUT_OF_MEMORY_H_
