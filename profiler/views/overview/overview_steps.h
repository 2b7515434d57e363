#ifndef PROFILER_VIEWS_OVERVIEW_OVERVIEW_STEPS_H_
#define PROFILER_VIEWS_OVERVIEW_OVERVIEW_STEPS_H_

#include <vector>

#include "profiler/analysis/steps/step_timings.h"
#include "profiler/report/report.h"
#include "profiler/store/profile.h"

namespace profiler {

// The section `step_time`: for each run one row for the whole step, then one for each part.
// `lengths` are StepLengths(), for a row of its own where the runs have no steps.
Report StepTimeSection(const Profile& profile, const std::vector<StepTimings>& runs,
                       const std::vector<double>& lengths);

// Says which steps of `all` the runs `shown` lack, where these are of the main kind only
// (TimingsOfMainKind()).
void AddOtherKindsNote(const Profile& profile, const std::vector<StepTimings>& all,
                       const std::vector<StepTimings>& shown, Report& report);

}  // namespace profiler

#endif  // PROFILER_VIEWS_OVERVIEW_OVERVIEW_STEPS_H_
