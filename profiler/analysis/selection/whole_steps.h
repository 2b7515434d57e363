#ifndef PROFILER_ANALYSIS_SELECTION_WHOLE_STEPS_H_
#define PROFILER_ANALYSIS_SELECTION_WHOLE_STEPS_H_

#include <cstdint>
#include <vector>

#include "profiler/store/profile.h"

namespace profiler {

// The numbers of the steps that no source recorded partially, in order.
std::vector<int64_t> NumbersOfWholeSteps(const Profile& profile);

}  // namespace profiler

#endif  // PROFILER_ANALYSIS_SELECTION_WHOLE_STEPS_H_
