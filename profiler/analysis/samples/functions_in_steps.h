#ifndef PROFILER_ANALYSIS_SAMPLES_FUNCTIONS_IN_STEPS_H_
#define PROFILER_ANALYSIS_SAMPLES_FUNCTIONS_IN_STEPS_H_

#include "absl/status/statusor.h"
#include "profiler/analysis/samples/step_numbers.h"
#include "profiler/analysis/samples/work_in_steps.h"
#include "profiler/analysis/selection/selected.h"
#include "profiler/base/run_context.h"

namespace profiler {

// The time of the user's Python functions and marks in each step, with all that they call, on the
// threads that run steps. What runs in a call of the same name is in that call's time. The type of
// a function's item is its file and function without the line, that of a mark its name: by it,
// functions that moved are the same. Functions without a name of their own, such as lambdas, and
// marks around steps are left out.
absl::StatusOr<WorkInSteps> FunctionsInSteps(const Selected& selected, const StepNumbers& numbers,
                                             RunContext& context);

}  // namespace profiler

#endif  // PROFILER_ANALYSIS_SAMPLES_FUNCTIONS_IN_STEPS_H_
