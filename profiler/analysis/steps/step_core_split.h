#ifndef PROFILER_ANALYSIS_STEPS_STEP_CORE_SPLIT_H_
#define PROFILER_ANALYSIS_STEPS_STEP_CORE_SPLIT_H_

#include <vector>

#include "absl/status/status.h"
#include "profiler/analysis/selection/selected.h"
#include "profiler/analysis/steps/step_split.h"
#include "profiler/base/run_context.h"
#include "profiler/query/query.h"
#include "profiler/store/profile.h"

namespace profiler {

// Replaces the parts of steps that ran on TPUs by those of one core, by the self times of its
// instructions: the core that waits longest in the infeed, as xprof does, or else is busiest. Where
// no core has an infeed, as much of the idle time is input as the hosts waited for it.
absl::Status SplitByCores(const Selected& selected, const std::vector<StepSum>& sums,
                          std::vector<StepSplit>& splits, RunContext& context);

}  // namespace profiler

#endif  // PROFILER_ANALYSIS_STEPS_STEP_CORE_SPLIT_H_
