#ifndef PROFILER_ANALYSIS_ACCELERATORS_ACCELERATOR_USE_H_
#define PROFILER_ANALYSIS_ACCELERATORS_ACCELERATOR_USE_H_

#include <vector>

#include "profiler/analysis/selection/selected.h"
#include "profiler/store/profile.h"

namespace profiler {

// The use of an accelerator by the ops assigned to it. As in tfprof, each op counts in the last
// selected step in which it ran. Times in picoseconds.
struct AcceleratorUse {
  Int128 summed = 0;    // accelerator time of the ops, summed; exceeds `span` if ops overlap
  Int128 busy = 0;      // time in which at least one kernel ran
  Int128 span = 0;      // from the start of the first op to the end of the last
  int64_t kernels = 0;  // the number of kernel events
  DeviceId device;
  uint32_t run = 0;          // index in Runs
  bool has_kernels = false;  // kernel events were recorded, so `busy` is known
};

// Each device and run by itself, as several runs may have used devices of one name. Those without
// a span are left out.
std::vector<AcceleratorUse> AcceleratorUses(const Selected& selected);

}  // namespace profiler

#endif  // PROFILER_ANALYSIS_ACCELERATORS_ACCELERATOR_USE_H_
