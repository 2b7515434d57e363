// Work of which each step does more than the one before.
#ifndef PROFILER_ANALYSIS_STEPS_SLOW_GROWING_WORK_H_
#define PROFILER_ANALYSIS_STEPS_SLOW_GROWING_WORK_H_

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "profiler/analysis/selection/selected.h"
#include "profiler/analysis/steps/step_times.h"
#include "profiler/base/int128.h"

namespace profiler {

struct GrowingWork {
  std::string type;  // of ops
  int64_t first_step = 0, last_step = 0;
  double first_runs = 0,
         last_runs = 0;  // how often ops of the type run in these steps
  double more = 0;       // runs more from one step to the next, in the mean
};

// The type that takes most time of those of which nearly each step runs more
// than the one before, and the last one at least half as much again as the
// first; nullopt if these types take less than a tenth of the ops' time.
// `steps` are in order. Times vary with the machine, and these counts do not.
std::optional<GrowingWork> FindGrowingWork(const Selected& selected,
                                           const std::vector<const StepTime*>& steps);

// Whether ops of all kinds take longer in `later` than in `earlier` for as many runs, none of them
// runs more often than in one of the earlier steps, and no device works: the machine was slower, or
// inputs are larger.
bool AllOpsAreSlower(const Selected& selected, const std::vector<const StepTime*>& earlier,
                     const std::vector<const StepTime*>& later);
// By how much they take longer in a step then, in picoseconds; 0 where that does not hold. With
// `of_most`, also where it holds for most of the kinds and none of them explains most of it.
Int128 SlowdownOfAllOps(const Selected& selected, const std::vector<const StepTime*>& usual,
                        const std::vector<const StepTime*>& slow, bool of_most = false);

}  // namespace profiler

#endif  // PROFILER_ANALYSIS_STEPS_SLOW_GROWING_WORK_H_
