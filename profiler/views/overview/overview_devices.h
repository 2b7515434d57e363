#ifndef PROFILER_VIEWS_OVERVIEW_OVERVIEW_DEVICES_H_
#define PROFILER_VIEWS_OVERVIEW_OVERVIEW_DEVICES_H_

#include <vector>

#include "profiler/analysis/accelerators/device_busy.h"
#include "profiler/report/report.h"
#include "profiler/store/profile.h"

namespace profiler {

// The section `devices`: the busy time of each accelerator.
Report DeviceSection(const Profile& profile, const std::vector<DeviceBusy>& devices);

}  // namespace profiler

#endif  // PROFILER_VIEWS_OVERVIEW_OVERVIEW_DEVICES_H_
