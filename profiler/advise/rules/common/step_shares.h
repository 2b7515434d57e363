// Sentences about the share of a step that a part of it takes.
#ifndef PROFILER_ADVISE_RULES_COMMON_STEP_SHARES_H_
#define PROFILER_ADVISE_RULES_COMMON_STEP_SHARES_H_

#include <string>
#include <string_view>

#include "profiler/analysis/steps/step_timings.h"
#include "profiler/store/profile.h"

namespace profiler {

// Text such as "74.0% of a step (median of 9 steps; on average 1.25 ms of 1.7 ms)": the share is
// the median of the steps' shares, the times are means. `mean` is what to add to the brackets about
// the mean step, whose share is then told, too.
std::string OfStep(const StepTimings& timings, const PartShare& part, std::string_view mean = "");

// For these brackets: which steps they are, where there are others: ", of the run X", or ", of
// train" where the run has steps of other marks.
std::string OfRun(const StepTimings& timings);

// For these brackets: why the mean step says otherwise than the median, such as "as step 1 takes
// 137 ms"; "" if it does not. Shares below `least` do not matter.
std::string MeanOtherwise(const Profile& profile, const StepTimings& timings, const PartShare& part,
                          double least);

// Why the mean is not typical, such as "step 1 takes 137ms"; "" if no step is far longer than the
// median.
std::string LongStepsOf(const Profile& profile, const StepTimings& timings);

}  // namespace profiler

#endif  // PROFILER_ADVISE_RULES_COMMON_STEP_SHARES_H_
