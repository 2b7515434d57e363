#ifndef PROFILER_ANALYSIS_INSTRUCTIONS_OPS_OF_DEVICES_H_
#define PROFILER_ANALYSIS_INSTRUCTIONS_OPS_OF_DEVICES_H_

#include <vector>

#include "absl/status/statusor.h"
#include "profiler/analysis/selection/selected.h"
#include "profiler/base/run_context.h"
#include "profiler/base/value.h"
#include "profiler/store/profile.h"

namespace profiler {

// What two devices run in the steps that count (CountedSteps).
struct OpsOfTwo {
  // They run ops of the same names, each as often. Compiled programs are of fixed shapes, but what
  // a kernel skips, as one of masked attention does, may differ. False if either runs none.
  bool are_same = false;
  // Of ops that do not wait, if they are the same: nearly all take longer on the first, by about
  // one factor, as on a slow chip.
  bool are_all_slower = false;
  // Else those that alone take longer there, while the rest takes as long; the one with most of the
  // difference first.
  std::vector<StringId> slower;
  double slower_ratio = kAbsentReal;  // their time on the first over that on the second
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
