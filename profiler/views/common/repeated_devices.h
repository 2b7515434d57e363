#ifndef PROFILER_VIEWS_COMMON_REPEATED_DEVICES_H_
#define PROFILER_VIEWS_COMMON_REPEATED_DEVICES_H_

#include <vector>

#include "profiler/analysis/selection/host_names.h"
#include "profiler/store/profile.h"

namespace profiler {

// By device, whether its row repeats that of another one of its name and host, as each file lists
// all devices of its host. `used` is by device, too: of rows with one name and host all that were
// used stand, else the first. Where hosts are unknown, files of one folder are of one host, and
// those of several folders may be of several.
std::vector<bool> RepeatedDevices(const Profile& profile, const HostNames& hosts,
                                  const std::vector<char>& used);

}  // namespace profiler

#endif  // PROFILER_VIEWS_COMMON_REPEATED_DEVICES_H_
