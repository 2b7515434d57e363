// The part of a time that is in its step.
#ifndef PROFILER_ANALYSIS_TIME_STEP_INTERVAL_H_
#define PROFILER_ANALYSIS_TIME_STEP_INTERVAL_H_

#include <algorithm>

#include "profiler/analysis/time/intervals.h"
#include "profiler/store/profile.h"

namespace profiler {

// What runs before or after its step, as the host does that runs ahead, is no part of its time. Of
// a time outside the step, the end is before the begin. All of it if the step has no times.
inline Interval PartInStep(const StepRow& step, Interval time) {
  if (step.begin == kUnknown || step.end == kUnknown) return time;
  return {std::max(time.begin, step.begin), std::min(time.end, step.end)};
}

}  // namespace profiler

#endif  // PROFILER_ANALYSIS_TIME_STEP_INTERVAL_H_
