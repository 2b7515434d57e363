#ifndef PROFILER_ANALYSIS_STEPS_STEP_TIMES_H_
#define PROFILER_ANALYSIS_STEPS_STEP_TIMES_H_

#include <cstdint>
#include <vector>

#include "profiler/analysis/selection/runs.h"
#include "profiler/analysis/selection/selected.h"
#include "profiler/base/value.h"
#include "profiler/store/profile.h"

namespace profiler {

// A step of the job. If several sources recorded it, it is that of JobStepWalls(), so that a delay
// of one rank counts once; if these do not take their steps together, the longest recorded time
// counts.
struct StepTime {
  int64_t number = kUnknown;
  uint32_t run = 0;           // index in Runs
  std::vector<StepId> steps;  // one per source
  Int128 wall = 0;            // from the start of the step to its end
  Int128 summed = 0;          // sum of op times, without calls that only wait
};

// Sorted by run, then by number. If places are selected, a step lasts from the first op at these
// places to the last. Steps of unknown number or length, partial steps and whole recordings
// (StepFoundBy::kWhole) are left out.
std::vector<StepTime> StepTimes(const Selected& selected, const Runs& runs);

}  // namespace profiler

#endif  // PROFILER_ANALYSIS_STEPS_STEP_TIMES_H_
