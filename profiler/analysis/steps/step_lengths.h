#ifndef PROFILER_ANALYSIS_STEPS_STEP_LENGTHS_H_
#define PROFILER_ANALYSIS_STEPS_STEP_LENGTHS_H_

#include <vector>

#include "profiler/analysis/selection/selected.h"

namespace profiler {

// The times of the selected whole steps by their marks alone, in picoseconds, one item per step:
// for recordings that mark steps and hold nothing that ran in them, which StepTimings leaves out.
// Empty if the steps are of several runs, or if places are selected.
std::vector<double> StepLengths(const Selected& selected);

}  // namespace profiler

#endif  // PROFILER_ANALYSIS_STEPS_STEP_LENGTHS_H_
