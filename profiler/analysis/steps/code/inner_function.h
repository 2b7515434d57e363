#ifndef PROFILER_ANALYSIS_STEPS_CODE_INNER_FUNCTION_H_
#define PROFILER_ANALYSIS_STEPS_CODE_INNER_FUNCTION_H_

#include <vector>

#include "profiler/analysis/selection/selected.h"
#include "profiler/store/profile.h"

namespace profiler {

// A function of the user's in calls of another one.
struct InnerFunction {
  StringId name;  // invalid if there is none
  double of_outer = 0;
};

// The innermost of the user's Python functions that takes nearly all of the time of `outer`, in the
// selected steps that are judged. `is_judged` is by row of the step that counts (SameStep()).
InnerFunction FindInnerFunction(const Selected& selected, const std::vector<char>& is_judged,
                                StringId outer);

}  // namespace profiler

#endif  // PROFILER_ANALYSIS_STEPS_CODE_INNER_FUNCTION_H_
