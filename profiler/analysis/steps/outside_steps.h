#ifndef PROFILER_ANALYSIS_STEPS_OUTSIDE_STEPS_H_
#define PROFILER_ANALYSIS_STEPS_OUTSIDE_STEPS_H_

#include <string_view>

#include "profiler/analysis/selection/selected.h"
#include "profiler/base/int128.h"
#include "profiler/store/profile.h"

namespace profiler {

// Whether a frame of Python only waits for other threads or files: "threading.py(320): wait".
bool IsIdlePython(std::string_view name);

// What ran outside every step, picoseconds.
struct OutsideSteps {
  Int128 time = 0;
  Int128 waits = 0;      // of it, threads that only wait
  StringId most;         // of the rest the op that took most
  Int128 most_time = 0;  // its
};

OutsideSteps OutsideStepsOf(const Selected& selected);

}  // namespace profiler

#endif  // PROFILER_ANALYSIS_STEPS_OUTSIDE_STEPS_H_
