#ifndef PROFILER_READERS_XSPACE_PLANE_STATS_H_
#define PROFILER_READERS_XSPACE_PLANE_STATS_H_

#include "profiler/readers/xspace/plane.h"
#include "profiler/store/tables.h"

namespace profiler::xspace {

// What a device plane's stats say of the device's capacities.
void DescribeDevice(const Plane& plane, DeviceRow& device);

}  // namespace profiler::xspace

#endif  // PROFILER_READERS_XSPACE_PLANE_STATS_H_
