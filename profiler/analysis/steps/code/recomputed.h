// The forward passes that PyTorch's activation checkpointing runs again in the backward pass.
#ifndef PROFILER_ANALYSIS_STEPS_CODE_RECOMPUTED_H_
#define PROFILER_ANALYSIS_STEPS_CODE_RECOMPUTED_H_

#include <cstdint>
#include <string_view>
#include <vector>

#include "profiler/analysis/selection/selected.h"
#include "profiler/analysis/steps/step_timings.h"
#include "profiler/base/int128.h"

namespace profiler {

// The op whose backward pass computes a checkpointed part again (use_reentrant=True), before it
// runs autograd in itself.
inline constexpr std::string_view kReentrantCheckpoint = "CheckpointFunctionBackward";

// Sums over the typical steps (TypicalSteps()), in picoseconds. Known by that op, and otherwise
// where Python's stacks were recorded (torch/utils/checkpoint.py: recompute_fn).
struct Recomputed {
  int64_t steps = 0;          // the typical ones of all sources
  Int128 span = 0;            // their duration
  Int128 host = 0;            // of the calls that recompute
  Int128 device = 0;          // of the kernels that these launch
  bool is_reentrant = false;  // known by kReentrantCheckpoint
};
// Whether any recording of the profile has such an op or call.
bool RecomputesActivations(const Profile& profile);

Recomputed RecomputedIn(const Selected& selected, const std::vector<StepTimings>& runs);

}  // namespace profiler

#endif  // PROFILER_ANALYSIS_STEPS_CODE_RECOMPUTED_H_
