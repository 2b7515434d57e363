// Kernels of accelerators that take time for no result of the model's own, or that use a small part
// of the device.
#ifndef PROFILER_ANALYSIS_VALUES_KERNEL_WASTE_H_
#define PROFILER_ANALYSIS_VALUES_KERNEL_WASTE_H_

#include <cstdint>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "absl/status/statusor.h"
#include "profiler/analysis/ops/kernels/kernel_kinds.h"
#include "profiler/analysis/selection/selected.h"
#include "profiler/base/int128.h"
#include "profiler/base/run_context.h"
#include "profiler/store/profile.h"

namespace profiler {

struct KernelSum {
  int64_t kernels = 0;
  Int128 time = 0;  // picoseconds
};

// Kernels of one name and grid. Layers of a model may launch them by ops of different names.
struct SmallGrid {
  StringId kernel, op;  // the op that takes most of the time; invalid if unknown
  int64_t ops = 0;      // how many there are
  std::string grid;     // e.g. "1,1,1"
  int64_t blocks = 0;
  int64_t multiprocessors = 0;  // of the device
  EventId first;                // of that op
  KernelSum sum;
  Int128 alone = 0;  // of its time, while the device ran no other kernel
};

// Kernels that are known to take far longer than their work may need.
struct SlowWork {
  SlowKernel kind = SlowKernel::kIndexBackward;
  StringId kernel, op;  // of the first; the op is invalid if unknown
  EventId first;
  KernelSum sum;
};

// Kernels in the steps that count (CountedSteps), added up over devices.
struct KernelWaste {
  KernelSum all;
  int64_t steps = 0;         // those of each source; 0 if times are not of whole steps
  int64_t device_steps = 0;  // these, once for each device with kernels in them
  KernelSum layout;  // kernels that only change the order of a tensor's dimensions around others
  std::vector<std::pair<StringId, KernelSum>> layout_ops;  // by time, longest first
  std::map<SourceId, Int128> layout_of_source;             // of each source with kernels
  // Kernels of fewer blocks than a quarter of the device's multiprocessors, without communication,
  // that take any time, and `small_share` of the time of all or more: the ten that take most. By
  // the time alone, longest first.
  std::vector<SmallGrid> small_grids;
  std::vector<SlowWork> slow;  // one of each kind
};

// Of these sources only, if there are any.
absl::StatusOr<KernelWaste> KernelWasteOf(const Selected& selected, double small_share,
                                          const RunContext& context,
                                          const std::vector<SourceId>& only = {});

}  // namespace profiler

#endif  // PROFILER_ANALYSIS_VALUES_KERNEL_WASTE_H_
