#ifndef PROFILER_ANALYSIS_VALUES_FUNCTION_TIMES_H_
#define PROFILER_ANALYSIS_VALUES_FUNCTION_TIMES_H_

#include <vector>

#include "profiler/analysis/values/op_values.h"
#include "profiler/analysis/values/sample_types.h"
#include "profiler/store/profile.h"

namespace profiler {

// The values that profilers recorded for the function of a frame: counts and times of Python's own
// profilers, and samples of stacks.
struct FunctionTime {
  FrameId frame;
  Values own;        // the function's calls, self time and samples
  Values elsewhere;  // time of callees that are not below the frame
};

// One item per frame; callers come before their callees.
std::vector<FunctionTime> FunctionTimesOf(const Profile& profile, const SampleTypes& types);

}  // namespace profiler

#endif  // PROFILER_ANALYSIS_VALUES_FUNCTION_TIMES_H_
