#ifndef PROFILER_ANALYSIS_STEPS_OUTSIDE_STEPS_H_
#define PROFILER_ANALYSIS_STEPS_OUTSIDE_STEPS_H_

#include <string_view>

#include "profiler/analysis/selection/selected.h"
#include "profiler/base/int128.h"
#include "profiler/store/profile.h"

namespace profiler {

// Whether a Python frame only waits for other threads or files, e.g. "threading.py(320): wait".
bool IsIdlePython(std::string_view name);

// The time of events outside every step, in picoseconds.
struct OutsideSteps {
  Int128 time = 0;
  Int128 waits = 0;      // the part in which threads only wait
  StringId most;         // the op with the most time that is not waiting
  Int128 most_time = 0;  // the time of that op
};

OutsideSteps OutsideStepsOf(const Selected& selected);

}  // namespace profiler

#endif  // PROFILER_ANALYSIS_STEPS_OUTSIDE_STEPS_H_
