#ifndef PROFILER_ANALYSIS_ACCELERATORS_DEVICE_BUSY_H_
#define PROFILER_ANALYSIS_ACCELERATORS_DEVICE_BUSY_H_

#include <cstdint>
#include <vector>

#include "absl/status/statusor.h"
#include "profiler/analysis/selection/selected.h"
#include "profiler/base/int128.h"
#include "profiler/base/run_context.h"
#include "profiler/store/profile.h"

namespace profiler {

// How much of the time an accelerator worked; picoseconds.
struct DeviceBusy {
  DeviceId device;
  Int128 busy = 0;     // while at least one thing ran on it
  Int128 span = 0;     // of `steps`, or of all that was recorded where there are none
  int64_t events = 0;  // what ran
  int64_t steps = 0;
};

// In the order of devices. The time is that of the selected steps, without those that the recording
// cut where there are others. An accelerator that nothing ran on is there with 0 where its host
// recorded what ran on others, and not only its own process.
absl::StatusOr<std::vector<DeviceBusy>> BusyDevices(const Selected& selected,
                                                    const RunContext& context);

}  // namespace profiler

#endif  // PROFILER_ANALYSIS_ACCELERATORS_DEVICE_BUSY_H_
