#ifndef PROFILER_VIEWS_FUNCTION_TIMES_H_
#define PROFILER_VIEWS_FUNCTION_TIMES_H_

#include <vector>

#include "profiler/store/profile.h"
#include "profiler/views/op_values.h"

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

#endif  // PROFILER_VIEWS_FUNCTION_TIMES_H_
