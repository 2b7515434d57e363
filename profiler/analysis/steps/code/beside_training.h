#ifndef PROFILER_ANALYSIS_STEPS_CODE_BESIDE_TRAINING_H_
#define PROFILER_ANALYSIS_STEPS_CODE_BESIDE_TRAINING_H_

#include <vector>

#include "profiler/analysis/selection/selected.h"
#include "profiler/analysis/steps/step_timings.h"
#include "profiler/store/profile.h"

namespace profiler {

// The user's Python function that takes most of the typical steps (TypicalSteps()), with all that
// it calls and without waits, and has no part in PyTorch's training: in no call of it a module, a
// backward pass or an optimizer's step runs, nor an op that a backward pass has an op for, nor does
// a module call it, as a mean of the weights or statistics of them. Of functions that call each
// other the outermost one, in half of these steps or more. Not functions that make input.
struct BesideTraining {
  StringId name;  // invalid if there is none, or no module's and no optimizer's steps are known
  double of_steps = 0;
};
BesideTraining FindBesideTraining(const Selected& selected, const std::vector<StepTimings>& runs);

}  // namespace profiler

#endif  // PROFILER_ANALYSIS_STEPS_CODE_BESIDE_TRAINING_H_
