// Steps made of very many ops that each compute next to nothing, as a loop over elements runs them.
#ifndef PROFILER_ANALYSIS_STEPS_CODE_SMALL_OPS_H_
#define PROFILER_ANALYSIS_STEPS_CODE_SMALL_OPS_H_

#include <vector>

#include "profiler/analysis/selection/selected.h"
#include "profiler/analysis/steps/step_timings.h"
#include "profiler/base/int128.h"
#include "profiler/store/profile.h"

namespace profiler {

// Means over the typical steps (TypicalSteps()) of each source; times in picoseconds.
struct SmallOps {
  double ops = 0;  // frameworks' ops that a step runs, nested ones included
  // The user's function, or without functions the user's mark, right around most ops that are of no
  // backward pass; how many of these are in it; and its time, without that of others of the user's
  // in it. Invalid if no function or mark was recorded.
  StringId owner;
  double owned = 0, forward = 0;
  double owner_time = 0;
  // What an op in it takes itself: the mean over the ops of what is the median of those of its
  // kind, as a busy machine makes few of them far slower.
  double typical_self = 0;
  double ops_time = 0;  // what all ops in it take themselves, in the median step
  double step = 0;      // the mean duration
};

inline constexpr Int128 kSmallOp = 20'000'000;  // 20 us

// Empty where executions of frameworks' ops are fewer than `least` in a step.
SmallOps SmallOpsIn(const Selected& selected, const std::vector<StepTimings>& runs, double least);

}  // namespace profiler

#endif  // PROFILER_ANALYSIS_STEPS_CODE_SMALL_OPS_H_
