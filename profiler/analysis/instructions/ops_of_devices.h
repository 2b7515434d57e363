#ifndef PROFILER_ANALYSIS_INSTRUCTIONS_OPS_OF_DEVICES_H_
#define PROFILER_ANALYSIS_INSTRUCTIONS_OPS_OF_DEVICES_H_

#include "absl/status/statusor.h"
#include "profiler/analysis/selection/selected.h"
#include "profiler/base/run_context.h"
#include "profiler/store/profile.h"

namespace profiler {

// Whether both devices run ops of the same names in the steps that count (CountedSteps), each as
// often: compiled programs are of fixed shapes, so one has no more work than the other. False if
// either runs none.
absl::StatusOr<bool> RunSameOps(const Selected& selected, DeviceId a, DeviceId b,
                                RunContext& context);

}  // namespace profiler

#endif  // PROFILER_ANALYSIS_INSTRUCTIONS_OPS_OF_DEVICES_H_
