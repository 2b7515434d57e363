#ifndef PROFILER_ANALYSIS_COLLECTIVES_WAITS_DEVICE_STEPS_H_
#define PROFILER_ANALYSIS_COLLECTIVES_WAITS_DEVICE_STEPS_H_

#include <vector>

#include "absl/status/statusor.h"
#include "profiler/analysis/selection/selected.h"
#include "profiler/base/int128.h"
#include "profiler/base/run_context.h"
#include "profiler/store/profile.h"

namespace profiler {

// A whole step on one of the accelerators of a process, in picoseconds.
struct DeviceStep {
  StepId step;
  DeviceId device;
  Int128 computing = 0;  // while a kernel ran that neither communicates nor copies
  // While it only waited in collectives until the last device came to them.
  Int128 wait = 0;
  bool knows_wait = false;  // some of its collectives were compared with those of others
};

// Of the accelerators that run collectives, where a process has several such in a step; sorted by
// process and step.
absl::StatusOr<std::vector<DeviceStep>> StepsByDevice(const Selected& selected,
                                                      RunContext& context);

}  // namespace profiler

#endif  // PROFILER_ANALYSIS_COLLECTIVES_WAITS_DEVICE_STEPS_H_
