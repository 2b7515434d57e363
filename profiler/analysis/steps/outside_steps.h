#ifndef PROFILER_ANALYSIS_STEPS_OUTSIDE_STEPS_H_
#define PROFILER_ANALYSIS_STEPS_OUTSIDE_STEPS_H_

#include "profiler/analysis/selection/selected.h"
#include "profiler/base/int128.h"
#include "profiler/store/profile.h"

namespace profiler {

// The time of events outside every step, in picoseconds, added up over threads and devices: no wall
// time.
struct OutsideSteps {
  Int128 work = 0;
  Int128 waits = 0;      // besides, in which threads only wait
  Int128 recorder = 0;   // the part of `work` in which the program starts or stops its own recorder
  StringId most;         // the op with the most other time
  Int128 most_time = 0;  // the time of that op
};

OutsideSteps OutsideStepsOf(const Selected& selected);

}  // namespace profiler

#endif  // PROFILER_ANALYSIS_STEPS_OUTSIDE_STEPS_H_
