// Kernels that take longer in some steps than in others though they do the same.
#ifndef PROFILER_ANALYSIS_STEPS_SLOW_SLOWER_KERNELS_H_
#define PROFILER_ANALYSIS_STEPS_SLOW_SLOWER_KERNELS_H_

#include <optional>

#include "profiler/analysis/selection/selected.h"
#include "profiler/analysis/steps/slow/step_growth.h"
#include "profiler/base/value.h"

namespace profiler {

struct SlowerKernels {
  double factor = 0;  // how many times as long they take in the slow steps
  Value growth = 0;   // by how much a step's kernels take longer, on the device that works most
};
// Of kernels of all kinds: types of ops, four or more, of nine tenths of the devices' time run as
// often in a step and each take longer by a like factor, a tenth or more. Not communication, which
// waits for others. nullopt if that is not so.
std::optional<SlowerKernels> SlownessOfAllKernels(const Selected& selected,
                                                  const ComparedSteps& steps);

}  // namespace profiler

#endif  // PROFILER_ANALYSIS_STEPS_SLOW_SLOWER_KERNELS_H_
