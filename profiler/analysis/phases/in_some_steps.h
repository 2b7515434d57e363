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

// How long work of one name takes in the time of its step, in picoseconds: in the processes that do
// it, while at least one thread does.
struct TimeInStep {
  double longest = 0, mean = 0;
};
std::vector<TimeInStep> TimesInSteps(const Selected& selected,
                                     const std::vector<const StepTime*>& steps, StringId name);
// The mean of the steps that have some.
Value MeanOfTimes(const std::vector<TimeInStep>& times);

}  // namespace profiler

#endif  // PROFILER_ANALYSIS_PHASES_IN_SOME_STEPS_H_
