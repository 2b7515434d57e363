// Why rules on accelerators have nothing to judge.
#ifndef PROFILER_ADVISE_RULES_COMMON_NO_DEVICE_WORK_H_
#define PROFILER_ADVISE_RULES_COMMON_NO_DEVICE_WORK_H_

#include <string_view>

#include "profiler/store/profile.h"

namespace profiler {

// Returns `nothing_ran`, e.g. "nothing ran on an accelerator". If the use of GPUs was sampled,
// returns that what ran on them was not recorded.
std::string_view WhyNoDeviceWork(const Profile& profile, std::string_view nothing_ran);

// Whether the profile names accelerators: their work need not be recorded.
bool ListsAccelerators(const Profile& profile);

}  // namespace profiler

#endif  // PROFILER_ADVISE_RULES_COMMON_NO_DEVICE_WORK_H_
