#ifndef PROFILER_ANALYSIS_ACCELERATORS_LAUNCHES_BLOCKING_LAUNCHES_H_
#define PROFILER_ANALYSIS_ACCELERATORS_LAUNCHES_BLOCKING_LAUNCHES_H_

#include <algorithm>
#include <cstdint>
#include <vector>

#include "absl/status/statusor.h"
#include "profiler/analysis/selection/selected.h"
#include "profiler/base/int128.h"
#include "profiler/base/run_context.h"
#include "profiler/store/profile.h"

namespace profiler {

// A GPU whose launches wait for their kernels, as with CUDA_LAUNCH_BLOCKING=1: nearly all calls
// that launch a kernel end soon after it. Times in picoseconds.
struct BlockingLaunches {
  SourceId source;
  DeviceId device;
  StringId call;           // that launches and waits, such as cudaLaunchKernel
  int64_t kernels = 0;     // whose launch is known
  int64_t waited_for = 0;  // the part of them that ended within their launch
  int64_t steps = 0;       // in which the device worked
  Int128 waits = 0;        // while a thread was in a launch whose kernel had begun
  // While nothing ran, in gaps of up to 1 ms before kernels that are waited for. In longer gaps the
  // host did something else than launching.
  Int128 idle = 0;

  // What hosts that do not wait could save: by as much as they wait they would be ahead.
  Int128 saved() const { return std::min(idle, waits); }
};

// Sorted by source, then device.
absl::StatusOr<std::vector<BlockingLaunches>> BlockingLaunchesOf(const Selected& selected,
                                                                 RunContext& context);

}  // namespace profiler

#endif  // PROFILER_ANALYSIS_ACCELERATORS_LAUNCHES_BLOCKING_LAUNCHES_H_
