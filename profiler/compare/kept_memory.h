#ifndef PROFILER_COMPARE_KEPT_MEMORY_H_
#define PROFILER_COMPARE_KEPT_MEMORY_H_

#include <vector>

#include "profiler/analysis/memory/memory_use.h"

namespace profiler {

// Whether its recording does not count what was allocated before it.
inline bool LacksBefore(const MemoryUse& use) { return !use.knows_start && !use.is_moment; }

// How much of a peak that is higher in `next` the base may have had, too: its recording does not
// count what was allocated before it, as of an optimizer whose state the first step allocates. It
// is what `next` has allocated and kept at its end, beyond that of the base. 0 if all recordings of
// the base count all memory.
double MaybeKeptBefore(const std::vector<const MemoryUse*>& base,
                       const std::vector<const MemoryUse*>& next);

}  // namespace profiler

#endif  // PROFILER_COMPARE_KEPT_MEMORY_H_
