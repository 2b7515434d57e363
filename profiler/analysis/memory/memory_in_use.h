#ifndef PROFILER_ANALYSIS_MEMORY_MEMORY_IN_USE_H_
#define PROFILER_ANALYSIS_MEMORY_MEMORY_IN_USE_H_

#include <vector>

#include "profiler/analysis/selection/selected.h"
#include "profiler/base/value.h"
#include "profiler/store/profile.h"

namespace profiler {

// Of one device; kAbsent where it is not known.
struct MemoryInUse {
  Value used = kAbsent;      // by what the program holds
  Value reserved = kAbsent;  // what its allocator took from the device, which nobody else can have

  Value taken() const { return reserved == kAbsent ? used : reserved; }
};

// By device: the most that its allocator said, in a snapshot or with an allocation of a selected
// step, or in a counter during one.
std::vector<MemoryInUse> MostMemoryInUse(const Selected& selected);

}  // namespace profiler

#endif  // PROFILER_ANALYSIS_MEMORY_MEMORY_IN_USE_H_
