#ifndef PROFILER_ANALYSIS_SELECTION_SAME_STEP_H_
#define PROFILER_ANALYSIS_SELECTION_SAME_STEP_H_

#include "profiler/store/profile.h"

namespace profiler {

// The step that this one counts as: the same of all sources that recorded a step of a run.
inline StepId SameStep(const Profile& profile, StepId step) {
  const StepId same = profile.steps[step].counts_as;
  return same.valid() ? same : step;
}

}  // namespace profiler

#endif  // PROFILER_ANALYSIS_SELECTION_SAME_STEP_H_
