// Kernels that take longer in some steps than in others though they do the same.
#ifndef PROFILER_ANALYSIS_STEPS_SLOW_SLOWER_KERNELS_H_
#define PROFILER_ANALYSIS_STEPS_SLOW_SLOWER_KERNELS_H_

#include <optional>

#include "profiler/analysis/selection/selected.h"
#include "profiler/analysis/steps/slow/step_growth.h"

namespace profiler {

// How many times as long kernels of all kinds take in the slow steps: types of ops, four or more,
// of nine tenths of the devices' time run as often in a step and each take longer by a like factor,
// a tenth or more. Not communication, which waits for others. nullopt if that is not so.
std::optional<double> SlownessOfAllKernels(const Selected& selected, const ComparedSteps& steps);

}  // namespace profiler

#endif  // PROFILER_ANALYSIS_STEPS_SLOW_SLOWER_KERNELS_H_
