#ifndef PROFILER_ANALYSIS_STEPS_STEP_EPOCHS_H_
#define PROFILER_ANALYSIS_STEPS_STEP_EPOCHS_H_

#include <cstdint>
#include <vector>

#include "profiler/store/profile.h"

namespace profiler {

// By step, how often the numbers of its source's steps had begun again before: Keras, for one,
// numbers the steps of each epoch from 0. They begin again with a step of a smaller number that
// begins when the one before it has ended. All 0 where sources differ in how often they do.
std::vector<uint32_t> EpochsOf(const Profile& profile, const std::vector<StepId>& steps);

}  // namespace profiler

#endif  // PROFILER_ANALYSIS_STEPS_STEP_EPOCHS_H_
