#ifndef PROFILER_ANALYSIS_MEMORY_LIVE_MEMORY_H_
#define PROFILER_ANALYSIS_MEMORY_LIVE_MEMORY_H_

#include <cstdint>
#include <vector>

#include "profiler/analysis/selection/selected.h"
#include "profiler/store/profile.h"

namespace profiler {

// Memory from where it was allocated to where it was freed.
struct Tensor {
  OpId op;  // that allocated it, or none
  int64_t bytes = 0;
  int64_t begin = 0;
  int64_t end = kUnknown;  // unknown: not freed as far as recorded
  bool at_peak = false;    // alive in the moment of the peak
};

// The allocations of one step on one device, by one allocator.
struct LiveMemory {
  DeviceId device;
  StringId allocator;          // or none: not recorded
  StepId step;                 // or none: outside every step
  int64_t begin = 0, end = 0;  // of the step where that is known, else of the allocations
  Int128 before = 0;           // freed in the step and not allocated in it: held all the while
  Int128 peak = 0;             // the most that was held at once, with `before`
  int64_t peak_time = 0;
  std::vector<Tensor> tensors;  // by begin
};

// Of each (device, allocator) that recorded its allocations, the selected step with the highest
// peak. A free belongs to the allocation at its address; without addresses, to the oldest one of
// the same op and size.
std::vector<LiveMemory> LiveMemories(const Selected& selected);

}  // namespace profiler

#endif  // PROFILER_ANALYSIS_MEMORY_LIVE_MEMORY_H_
