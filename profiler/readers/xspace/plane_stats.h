#ifndef PROFILER_READERS_XSPACE_PLANE_STATS_H_
#define PROFILER_READERS_XSPACE_PLANE_STATS_H_

#include "profiler/readers/xspace/plane.h"
#include "profiler/store/builder.h"

namespace profiler::xspace {

// Sets a device's model and capacities from the plane's stats.
void DescribeDevice(const Plane& plane, ProfileBuilder& builder, DeviceId id);

}  // namespace profiler::xspace

#endif  // PROFILER_READERS_XSPACE_PLANE_STATS_H_
