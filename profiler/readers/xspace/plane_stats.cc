#include "profiler/readers/xspace/plane_stats.h"

#include <cmath>

namespace profiler::xspace {
namespace {

// value x unit as a whole number; unknown where it is none, negative, or does not fit.
int64_t Scaled(const StatValue& value, double unit) {
  const double scaled = value.AsReal() * unit;
  return scaled >= 0 && scaled < 9.2e18 ? std::llround(scaled) : kUnknown;
}

}  // namespace

void DescribeDevice(const Plane& plane, DeviceRow& device) {
  const StatSet& stats = plane.stats;
  device.memory_bytes = Scaled(stats[Stat::kMemorySize], 1);
  device.memory_bytes_per_second =
      Scaled(stats.Has(Stat::kMemoryBandwidth) ? stats[Stat::kMemoryBandwidth]
                                               : stats[Stat::kPeakGigabytes],
             stats.Has(Stat::kMemoryBandwidth) ? 1 : 1e9);
  device.peak_flops_per_second = Scaled(stats[Stat::kPeakTeraflops], 1e12);
}

}  // namespace profiler::xspace
