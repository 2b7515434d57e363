#ifndef PROFILER_ANALYSIS_VALUES_FUNCTION_TIMES_H_
#define PROFILER_ANALYSIS_VALUES_FUNCTION_TIMES_H_

#include <vector>

#include "profiler/analysis/values/op_values.h"
#include "profiler/store/profile.h"

namespace profiler {

// What Python's own profilers counted of the function of a frame.
struct FunctionTime {
  FrameId frame;
  Values own;        // its calls and its self time
  Values elsewhere;  // what it called, where that does not stand below the frame
};

// By frame, callers before what stands below them.
std::vector<FunctionTime> FunctionTimesOf(const Profile& profile);

}  // namespace profiler

#endif  // PROFILER_ANALYSIS_VALUES_FUNCTION_TIMES_H_
