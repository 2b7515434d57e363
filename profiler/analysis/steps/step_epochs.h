#ifndef PROFILER_ANALYSIS_STEPS_STEP_EPOCHS_H_
#define PROFILER_ANALYSIS_STEPS_STEP_EPOCHS_H_

#include <cstdint>
#include <vector>

#include "profiler/store/profile.h"

namespace profiler {

// By step, how often the numbers of its source's steps had begun again before: Keras, for one,
// numbers the steps of each epoch from 0. They begin again where a step has a smaller number than
// the one before it. All 0 where steps of a source overlap, as those of several processes do, or
// where sources differ in how often numbers begin again.
std::vector<uint32_t> EpochsOf(const Profile& profile, const std::vector<StepId>& steps);

}  // namespace profiler

#endif  // PROFILER_ANALYSIS_STEPS_STEP_EPOCHS_H_
