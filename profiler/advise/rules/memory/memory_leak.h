#ifndef PROFILER_ADVISE_RULES_MEMORY_MEMORY_LEAK_H_
#define PROFILER_ADVISE_RULES_MEMORY_MEMORY_LEAK_H_

#include <optional>

#include "profiler/analysis/memory/memory_use.h"
#include "profiler/report/finding.h"
#include "profiler/store/profile.h"

namespace profiler {

// MemoryChecker's finding for a recording without steps: a line of code that allocates again and
// again, all over the recording, what nothing frees, of `least_bytes` or more. nullopt if there is
// none. `memory` has all pieces (MemoryPieces::kAll).
std::optional<Finding> LeakFinding(const Profile& profile, const MemoryUse& memory,
                                   double least_bytes);

}  // namespace profiler

#endif  // PROFILER_ADVISE_RULES_MEMORY_MEMORY_LEAK_H_
