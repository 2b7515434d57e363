#ifndef PROFILER_ANALYSIS_MEMORY_MEMORY_IN_USE_H_
#define PROFILER_ANALYSIS_MEMORY_MEMORY_IN_USE_H_

#include <vector>

#include "profiler/analysis/selection/selected.h"
#include "profiler/base/value.h"
#include "profiler/store/profile.h"

namespace profiler {

// The memory in use on one device. kAbsent if unknown.
struct MemoryInUse {
  Value used = kAbsent;  // the memory that the program uses
  // The memory that the allocator took from the device; other processes cannot use it.
  Value reserved = kAbsent;

  Value taken() const { return reserved == kAbsent ? used : reserved; }
};

// Indexed by device: the maximum that the allocator reported, in a snapshot or an allocation of a
// selected step, or in a counter during such a step.
std::vector<MemoryInUse> MostMemoryInUse(const Selected& selected);

}  // namespace profiler

#endif  // PROFILER_ANALYSIS_MEMORY_MEMORY_IN_USE_H_
