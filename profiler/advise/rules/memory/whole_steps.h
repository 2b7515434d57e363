#ifndef PROFILER_ADVISE_RULES_MEMORY_WHOLE_STEPS_H_
#define PROFILER_ADVISE_RULES_MEMORY_WHOLE_STEPS_H_

#include <cstddef>
#include <cstdint>
#include <vector>

#include "profiler/analysis/selection/selected.h"

namespace profiler {

// The time of a step, on the source's clock.
struct WholeStep {
  int64_t begin = 0, end = 0;
};

// The selected steps of the source that were recorded whole, by begin.
std::vector<WholeStep> WholeStepsOf(const Selected& selected, SourceId source);

// The index of the step that holds the time; their number if none does.
size_t StepAt(const std::vector<WholeStep>& steps, int64_t time);

}  // namespace profiler

#endif  // PROFILER_ADVISE_RULES_MEMORY_WHOLE_STEPS_H_
