#ifndef PROFILER_ANALYSIS_INSTRUCTIONS_OPS_OF_DEVICES_H_
#define PROFILER_ANALYSIS_INSTRUCTIONS_OPS_OF_DEVICES_H_

#include "absl/status/statusor.h"
#include "profiler/analysis/selection/selected.h"
#include "profiler/base/run_context.h"
#include "profiler/base/value.h"
#include "profiler/store/profile.h"

namespace profiler {

// What two devices run in the steps that count (CountedSteps).
struct OpsOfTwo {
  // They run ops of the same names, each as often: compiled programs are of fixed shapes, so one
  // has no more work than the other. False if either runs none.
  bool are_same = false;
  // The float operations of the first over those of the second; NaN if either has none. Ops of
  // which none are recorded count as none.
  double flops_ratio = kAbsentReal;
};

absl::StatusOr<OpsOfTwo> CompareOps(const Selected& selected, DeviceId a, DeviceId b,
                                    RunContext& context);

// Whether the first device's work explains that it computes for `time_ratio` times as long.
bool HasMoreWork(const OpsOfTwo& ops, double time_ratio);

}  // namespace profiler

#endif  // PROFILER_ANALYSIS_INSTRUCTIONS_OPS_OF_DEVICES_H_
