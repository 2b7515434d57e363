#ifndef PROFILER_ANALYSIS_STEP_SPLIT_TIMED_PHASES_H_
#define PROFILER_ANALYSIS_STEP_SPLIT_TIMED_PHASES_H_

#include <string_view>

#include "profiler/store/profile.h"

namespace profiler {

// Whether what counts as the hosts' work are a framework's phases, such as a forward pass, which
// Python timed with all that GPUs did in them: neither ops nor work of GPUs were recorded, but
// metrics say that there are GPUs.
bool AreTimedPhases(const Profile& profile);

// What that part of a step is called then, in place of host compute.
inline constexpr std::string_view kTimedPhases = "framework phases (host and GPU)";

}  // namespace profiler

#endif  // PROFILER_ANALYSIS_STEP_SPLIT_TIMED_PHASES_H_
