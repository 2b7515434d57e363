#ifndef PROFILER_STORE_EXEC_DEVICES_H_
#define PROFILER_STORE_EXEC_DEVICES_H_

#include <vector>

#include "profiler/store/profile.h"

namespace profiler {

// By device, whether Profile::execs() has rows of it; found without adding up.
std::vector<char> DevicesOfExecs(const Profile& profile);

}  // namespace profiler

#endif  // PROFILER_STORE_EXEC_DEVICES_H_
