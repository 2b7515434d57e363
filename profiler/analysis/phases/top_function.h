#ifndef PROFILER_ANALYSIS_PHASES_TOP_FUNCTION_H_
#define PROFILER_ANALYSIS_PHASES_TOP_FUNCTION_H_

#include <vector>

#include "profiler/analysis/selection/selected.h"
#include "profiler/analysis/steps/code/inner_function.h"
#include "profiler/analysis/steps/step_timings.h"
#include "profiler/store/profile.h"

namespace profiler {

// The user's Python function in which the largest part of the steps passes, with all that it calls
// and without waits, but not nearly all of it, as that of a function that runs the steps, and in
// half of the steps or more, as what few steps do is not what makes them long. Or a function that
// the user's code calls, such as `print`, if it takes more and is neither a part of the framework
// nor mainly runs ops. Of steps that are typical (TypicalSteps()).
struct TopFunction {
  StringId name;  // invalid if no function was recorded
  double of_steps = 0;
  bool is_users = true;
  InnerFunction inner;  // of the user's function
  StringId input;       // the user's function that makes input for most of the steps
  double input_of_steps = 0;
  bool is_beside_input = false;  // a function that makes input takes more, and is told by itself
  // What torch.compile's code calls takes so much, without ops: its kernels of the CPU.
  double compiled_of_steps = 0;
};
TopFunction FindTopFunction(const Selected& selected, const std::vector<StepTimings>& runs);

}  // namespace profiler

#endif  // PROFILER_ANALYSIS_PHASES_TOP_FUNCTION_H_
