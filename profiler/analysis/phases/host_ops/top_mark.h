#ifndef PROFILER_ANALYSIS_PHASES_HOST_OPS_TOP_MARK_H_
#define PROFILER_ANALYSIS_PHASES_HOST_OPS_TOP_MARK_H_

#include <cstddef>
#include <vector>

#include "profiler/analysis/selection/selected.h"
#include "profiler/analysis/steps/step_timings.h"
#include "profiler/store/profile.h"

namespace profiler {

// The mark of the user's (record_function, TraceAnnotation) on hosts in which the largest part of
// the steps passes, with all that it calls, but not nearly all of it, as in a mark around what a
// step does; in half of the steps or more. No mark of a step, of a framework, or of code that makes
// input. Of steps that are typical (TypicalSteps()).
struct TopMark {
  StringId name;                   // invalid if there is none
  double of_steps = 0;             // its time over that of these steps, both of all sources
  double time_of_step = 0;         // the same of a step of a source on average, in picoseconds
  size_t steps = 0, in_steps = 0;  // all these steps, and those that have it
};
TopMark FindTopMark(const Selected& selected, const std::vector<StepTimings>& runs);

}  // namespace profiler

#endif  // PROFILER_ANALYSIS_PHASES_HOST_OPS_TOP_MARK_H_
