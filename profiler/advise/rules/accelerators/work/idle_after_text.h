// What it costs that devices are idle after hosts waited for them, in words.
#ifndef PROFILER_ADVISE_RULES_ACCELERATORS_WORK_IDLE_AFTER_TEXT_H_
#define PROFILER_ADVISE_RULES_ACCELERATORS_WORK_IDLE_AFTER_TEXT_H_

#include <string>

#include "profiler/analysis/accelerators/device_syncs.h"
#include "profiler/store/profile.h"

namespace profiler {

// Whether most steps have none of the waits.
bool AreRare(const DeviceSyncs& syncs);

// The share of the time below which no idle time after waits is worth a change.
inline constexpr double kTooLittleIdle = 0.01;

bool IsForCopyToDevice(const DeviceSyncs::Site& site);

// Text such as "in cudaStreamSynchronize by aten::item at train.py:12".
std::string PlaceOfWait(const Profile& profile, const DeviceSyncs::Site& site);

// What the waits cost as devices are idle after them, and where most of that is: begins with a
// semicolon. Devices must be idle after some.
std::string IdleAfterText(const Profile& profile, const DeviceSyncs& syncs);

}  // namespace profiler

#endif  // PROFILER_ADVISE_RULES_ACCELERATORS_WORK_IDLE_AFTER_TEXT_H_
