#ifndef PROFILER_ANALYSIS_SELECTION_SHORT_NAME_H_
#define PROFILER_ANALYSIS_SELECTION_SHORT_NAME_H_

#include "profiler/store/profile.h"

namespace profiler {

// Whether it is a device that the profile also has with its job in the name: TensorFlow names
// streams by the short name, such as /device:gpu:0, and ops by
// /job:localhost/replica:0/task:0/device:gpu:0.
bool IsShortName(const Profile& profile, DeviceId device);

}  // namespace profiler

#endif  // PROFILER_ANALYSIS_SELECTION_SHORT_NAME_H_
