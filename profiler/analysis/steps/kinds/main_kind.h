#ifndef PROFILER_ANALYSIS_STEPS_KINDS_MAIN_KIND_H_
#define PROFILER_ANALYSIS_STEPS_KINDS_MAIN_KIND_H_

#include <vector>

#include "profiler/analysis/steps/step_timings.h"
#include "profiler/store/profile.h"

namespace profiler {

// The timings of the same runs, with the steps of their MainKind() only where they have several.
std::vector<StepTimings> TimingsOfMainKind(const Profile& profile,
                                           const std::vector<StepTimings>& runs);

}  // namespace profiler

#endif  // PROFILER_ANALYSIS_STEPS_KINDS_MAIN_KIND_H_
