#ifndef PROFILER_ANALYSIS_SAMPLES_BUSY_IN_STEPS_H_
#define PROFILER_ANALYSIS_SAMPLES_BUSY_IN_STEPS_H_

#include <vector>

#include "absl/status/statusor.h"
#include "profiler/analysis/samples/step_numbers.h"
#include "profiler/analysis/selection/selected.h"
#include "profiler/base/run_context.h"

namespace profiler {

// A device of a process that has several.
struct DeviceInSteps {
  DeviceId device;
  // In each step that it worked in, in microseconds: anything but collectives ran, in which devices
  // wait for each other. Of what holds other work, as a loop, only that counts.
  std::vector<double> own;
};

// What accelerators did in each step, in microseconds: means over the devices that worked.
struct BusyInSteps {
  std::vector<double> busy;  // at least one event ran
  // Idle until work began that the host had not launched when the device ran out of work. The rest
  // of a step's time is other idle time.
  std::vector<double> waits_for_launch;
  double lanes = 0;                    // devices; 0 if nothing was recorded on any
  std::vector<DeviceInSteps> devices;  // empty without collectives
};
// `is_collective_op` as in Exchanges.
absl::StatusOr<BusyInSteps> FindBusyInSteps(const Selected& selected, const StepNumbers& numbers,
                                            const std::vector<char>& is_collective_op,
                                            RunContext& context);

}  // namespace profiler

#endif  // PROFILER_ANALYSIS_SAMPLES_BUSY_IN_STEPS_H_
