// The roofs of `roofline`: what devices can do, and what they did of it.
#ifndef PROFILER_VIEWS_OPS_ROOFS_H_
#define PROFILER_VIEWS_OPS_ROOFS_H_

#include <vector>

#include "profiler/analysis/instructions/device_peaks.h"
#include "profiler/analysis/instructions/hlo_uses.h"
#include "profiler/base/int128.h"
#include "profiler/report/report.h"
#include "profiler/store/profile.h"

namespace profiler {

// A row is a model of device and what limits the float operations of its kernels. `spans`, of the
// work of each device, and `peaks` are by device.
Report RoofTable(const Profile& profile, const std::vector<HloUse>& uses,
                 const std::vector<Int128>& spans, const std::vector<DevicePeaks>& peaks);

}  // namespace profiler

#endif  // PROFILER_VIEWS_OPS_ROOFS_H_
