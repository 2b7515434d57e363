#ifndef PROFILER_ANALYSIS_PHASES_IN_SOME_STEPS_H_
#define PROFILER_ANALYSIS_PHASES_IN_SOME_STEPS_H_

#include <cstddef>
#include <vector>

#include "profiler/analysis/selection/selected.h"
#include "profiler/analysis/steps/step_times.h"
#include "profiler/base/value.h"

namespace profiler {

// What threads of hosts run in some steps and not in the others: a mark, a function or an op.
struct InSomeSteps {
  StringId name;
  std::vector<size_t> steps;  // ascending indices into the steps that were asked about
  Value time = 0;             // in the mean of the steps that it ran in, in picoseconds
};

// Those that run in at most half of the steps, and in at least two; the one that takes most time
// comes first. What runs inside of another one is there, too, after it.
std::vector<InSomeSteps> WorkInSomeSteps(const Selected& selected,
                                         const std::vector<const StepTime*>& steps);

// How long work of that name takes in each of the steps, in the mean of the processes that recorded
// the step, in picoseconds.
std::vector<double> TimesInSteps(const Selected& selected,
                                 const std::vector<const StepTime*>& steps, StringId name);

}  // namespace profiler

#endif  // PROFILER_ANALYSIS_PHASES_IN_SOME_STEPS_H_
