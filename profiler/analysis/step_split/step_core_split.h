#ifndef PROFILER_ANALYSIS_STEP_SPLIT_STEP_CORE_SPLIT_H_
#define PROFILER_ANALYSIS_STEP_SPLIT_STEP_CORE_SPLIT_H_

#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "profiler/analysis/selection/selected.h"
#include "profiler/analysis/step_split/step_split.h"
#include "profiler/base/run_context.h"
#include "profiler/query/query.h"
#include "profiler/store/profile.h"

namespace profiler {

// For steps that ran on TPUs, replaces the parts by those of one core, computed from the self times
// of its instructions. As in xprof, this is the core that waits longest in the infeed; on a tie,
// the busiest core. Without infeeds, idle time counts as input for as long as hosts waited for
// input. Idle time in which the host runs Python or a user's mark (IdleCode) is host compute.
absl::Status SplitByCores(const Selected& selected, const std::vector<StepSum>& sums,
                          std::vector<StepSplit>& splits, RunContext& context);

// A step on one core.
struct CoreStep {
  size_t sum = 0;  // which of `sums`
  DeviceId device;
  StepSplit split;  // as above; the total is the step's
  Value busy = 0;   // in instructions
};

// By step and core. `splits` are those of SplitSteps() for `sums`.
absl::StatusOr<std::vector<CoreStep>> StepsByCore(const Selected& selected,
                                                  const std::vector<StepSum>& sums,
                                                  const std::vector<StepSplit>& splits,
                                                  RunContext& context);

}  // namespace profiler

#endif  // PROFILER_ANALYSIS_STEP_SPLIT_STEP_CORE_SPLIT_H_
