#ifndef PROFILER_ANALYSIS_MEMORY_LIVE_MEMORY_H_
#define PROFILER_ANALYSIS_MEMORY_LIVE_MEMORY_H_

#include <cstdint>
#include <vector>

#include "profiler/analysis/selection/selected.h"
#include "profiler/store/profile.h"

namespace profiler {

// A piece of memory, with the times of its allocation and its free.
struct Tensor {
  OpId op;  // the op that allocated the memory; invalid if unknown
  int64_t bytes = 0;
  int64_t begin = 0;
  int64_t end = kUnknown;  // kUnknown if no free was recorded
  bool at_peak = false;    // alive at the peak
};

// The allocations of one step on one device, by one allocator.
struct LiveMemory {
  DeviceId device;
  StringId allocator;          // invalid if not recorded
  SourceId source;             // that recorded the allocations; invalid if unknown
  StepId step;                 // invalid if outside every step
  int64_t begin = 0, end = 0;  // of the step if known, otherwise of the allocations
  Int128 before = 0;           // freed but not allocated in the step, so held from the start
  Int128 peak = 0;             // the maximum held at once, including `before`
  int64_t peak_time = 0;
  std::vector<Tensor> tensors;  // sorted by start
};

// For each (device, allocator) with recorded allocations, the selected step with the highest peak.
// A free is matched with the allocation at its address or, without addresses, with the oldest
// allocation of the same op and size.
std::vector<LiveMemory> LiveMemories(const Selected& selected);

}  // namespace profiler

#endif  // PROFILER_ANALYSIS_MEMORY_LIVE_MEMORY_H_
