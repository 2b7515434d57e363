#ifndef PROFILER_ANALYSIS_ACCELERATORS_ACCELERATOR_USE_H_
#define PROFILER_ANALYSIS_ACCELERATORS_ACCELERATOR_USE_H_

#include <vector>

#include "profiler/analysis/selection/selected.h"
#include "profiler/store/profile.h"

namespace profiler {

// How an accelerator was used by the ops that are assigned to it, each in the last selected step in
// which it ran, as tfprof judges it. Times in picoseconds.
struct AcceleratorUse {
  Int128 summed = 0;  // accelerator time of its ops, added up: more than `span` where they overlap
  Int128 busy = 0;    // during which at least one kernel ran
  Int128 span = 0;    // from the first start of such an op to the last end
  int64_t kernels = 0;  // events
  DeviceId device;
  bool has_kernels = false;  // there are events to take `busy` from
};

// By device; those without a span are left out.
std::vector<AcceleratorUse> AcceleratorUses(const Selected& selected);

}  // namespace profiler

#endif  // PROFILER_ANALYSIS_ACCELERATORS_ACCELERATOR_USE_H_
