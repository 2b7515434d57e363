// The forward passes that PyTorch's activation checkpointing runs again in the backward pass.
#ifndef PROFILER_ANALYSIS_STEPS_CODE_RECOMPUTED_H_
#define PROFILER_ANALYSIS_STEPS_CODE_RECOMPUTED_H_

#include <cstdint>
#include <vector>

#include "profiler/analysis/selection/selected.h"
#include "profiler/analysis/steps/step_timings.h"
#include "profiler/base/int128.h"

namespace profiler {

// Sums over the typical steps (TypicalSteps()), in picoseconds. Known where Python's stacks were
// recorded (torch/utils/checkpoint.py: recompute_fn).
struct Recomputed {
  int64_t steps = 0;  // the typical ones of all sources
  Int128 span = 0;    // their duration
  Int128 host = 0;    // of the calls that recompute
  Int128 device = 0;  // of the kernels that these launch
};
Recomputed RecomputedIn(const Selected& selected, const std::vector<StepTimings>& runs);

}  // namespace profiler

#endif  // PROFILER_ANALYSIS_STEPS_CODE_RECOMPUTED_H_
