#ifndef PROFILER_ANALYSIS_PHASES_JUDGED_STEPS_H_
#define PROFILER_ANALYSIS_PHASES_JUDGED_STEPS_H_

#include <vector>

#include "profiler/analysis/steps/step_timings.h"
#include "profiler/store/profile.h"

namespace profiler {

// Whether a step of the run, by its place in StepTimings::ids, says what steps are like: it does
// not warm up, and is not far longer than the others, unless so many are that none is typical.
std::vector<char> AreTypical(const StepTimings& run);

// By step of the profile, whether it is one of those on any of the ranks that recorded it; in the
// row of SameStep().
std::vector<char> JudgedSteps(const Profile& profile, const std::vector<StepTimings>& runs);

}  // namespace profiler

#endif  // PROFILER_ANALYSIS_PHASES_JUDGED_STEPS_H_
