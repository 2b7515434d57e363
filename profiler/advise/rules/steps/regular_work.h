#ifndef PROFILER_ADVISE_RULES_STEPS_REGULAR_WORK_H_
#define PROFILER_ADVISE_RULES_STEPS_REGULAR_WORK_H_

#include <optional>
#include <string>
#include <vector>

#include "profiler/advise/rules/steps/step_list.h"
#include "profiler/analysis/phases/in_some_steps.h"
#include "profiler/analysis/selection/selected.h"
#include "profiler/analysis/steps/step_patterns.h"
#include "profiler/base/value.h"

namespace profiler {

// Work that one step in every n does and the others do not: a checkpoint, an evaluation. These
// steps need not be the slowest ones: others may be slow for another cause.
struct RegularWork {
  Period period;
  std::string name;
  Value time = 0;             // in the mean of the steps that do it, in picoseconds
  std::vector<double> times;  // in each of the steps, on the rank that it takes longest
  // Training itself has it in such steps: an optimizer that waits for several gradients, or their
  // exchange.
  bool accumulates = false;
};

// Whether enough of the period's steps take alike, or do so for the work, which takes them `work`.
// Of one that is far slower and two that are hardly, no step is like their mean.
bool IsPattern(const StepTimeList& steps, const Period& period, Value work);

// The steps that are not far slower than most of them, and their mean time.
StepTimeList AlikeOf(const StepTimeList& steps);
Value MeanOfAlike(const StepTimeList& steps);

// The work that takes most time, if that is at least the `share` of the median step; nullopt if
// none is regular. `all` is WorkInSomeSteps() of the steps.
std::optional<RegularWork> FindRegularWork(const Selected& selected, const StepTimeList& steps,
                                           const std::vector<InSomeSteps>& all, double share);

// Work that at most one step in three does, at whatever intervals.
struct RareWork {
  std::string name;
  std::vector<size_t> steps;  // ascending indices
};

// The work that takes most time of what explains much of why its steps are longer than the others,
// by the `factor` or more, however much steps vary. At least the `share` of the others' median, and
// nothing of training itself.
std::optional<RareWork> FindRareWork(const Selected& selected, const StepTimeList& steps,
                                     const std::vector<InSomeSteps>& all, double share,
                                     double factor);

// Text such as "one step in every 5 is slow (4, 9, 14): 34.3 ms, others 15 ms; only there runs
// save, for 18.9 ms".
std::string RegularWorkText(const RegularWork& work, const StepTimeList& with, Value usual);

}  // namespace profiler

#endif  // PROFILER_ADVISE_RULES_STEPS_REGULAR_WORK_H_
