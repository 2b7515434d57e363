// Sentences about the share of a step that a part of it takes.
#ifndef PROFILER_ADVISE_RULES_COMMON_STEP_SHARES_H_
#define PROFILER_ADVISE_RULES_COMMON_STEP_SHARES_H_

#include <string>
#include <string_view>

#include "profiler/analysis/steps/step_timings.h"
#include "profiler/store/profile.h"

namespace profiler {

// Text such as "74.0% of a step (1.22 ms, median of 9 steps)". `mean` is what to add to the
// brackets about the mean step.
std::string OfStep(const StepTimings& timings, const PartShare& part, std::string_view mean = "");

// For these brackets: the share of the mean step, "mean 76.9%", where it differs.
std::string MeanOfPart(const PartShare& part);

// Where the mean step says otherwise than the median, text such as "25.3% of the mean step, which
// step 1 with 137 ms distorts"; else "". Shares below `least` do not matter.
std::string MeanOtherwise(const Profile& profile, const StepTimings& timings, const PartShare& part,
                          double least);

// Why the mean is not typical, such as "step 1 takes 137ms"; "" if no step is far longer than the
// median.
std::string LongStepsOf(const Profile& profile, const StepTimings& timings);

}  // namespace profiler

#endif  // PROFILER_ADVISE_RULES_COMMON_STEP_SHARES_H_
