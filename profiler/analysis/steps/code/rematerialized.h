// The instructions of programs of XLA that are computed again to save memory.
#ifndef PROFILER_ANALYSIS_STEPS_CODE_REMATERIALIZED_H_
#define PROFILER_ANALYSIS_STEPS_CODE_REMATERIALIZED_H_

#include <cstdint>
#include <string_view>
#include <vector>

#include "profiler/analysis/selection/selected.h"
#include "profiler/analysis/steps/step_timings.h"
#include "profiler/base/int128.h"

namespace profiler {

// The scope of what jax.checkpoint (jax.remat) computes again in the backward pass.
inline constexpr std::string_view kRematScope = "rematted_computation";

// Sums over the typical steps (TypicalSteps()), in picoseconds, in the mean of the devices of a
// source: of its accelerators, or without these of its host.
struct Rematerialized {
  int64_t steps = 0;  // the typical ones of all sources
  Int128 span = 0;    // their duration
  Int128 asked = 0;   // while instructions run that are in kRematScope
  Int128 by_xla = 0;  // while others run that XLA named `.remat`, as it made them on its own
};

Rematerialized RematerializedIn(const Selected& selected, const std::vector<StepTimings>& runs);

// Whether XLA gives such a name to what it computes again: "fusion.3.remat", "dot.remat2.1".
bool IsRematName(std::string_view instruction);

}  // namespace profiler

#endif  // PROFILER_ANALYSIS_STEPS_CODE_REMATERIALIZED_H_
