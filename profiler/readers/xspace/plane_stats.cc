#include "profiler/readers/xspace/plane_stats.h"

#include <fmt/format.h>

#include <cmath>

namespace profiler::xspace {
namespace {

// Returns value x unit as an integer, or kUnknown if the product is not whole, is negative, or
// overflows.
int64_t Scaled(const StatValue& value, double unit) {
  const double scaled = value.AsReal() * unit;
  return scaled >= 0 && scaled < 9.2e18 ? std::llround(scaled) : kUnknown;
}

}  // namespace

void DescribeDevice(const Plane& plane, ProfileBuilder& builder, DeviceId id) {
  const StatSet stats = plane.Stats();
  const auto text = [&](Stat stat) {
    return stats[stat].text.empty() ? StringId() : builder.Intern(stats[stat].text);
  };
  // A plane may come in several parts.
  const auto fill = [](auto& to, auto value, auto unknown) { to = value == unknown ? to : value; };
  DeviceRow& device = builder.device(id);
  fill(device.memory_bytes, Scaled(stats[Stat::kMemorySize], 1), kUnknown);
  fill(device.memory_bytes_per_second, Scaled(stats[Stat::kPeakGigabytes], 1e9), kUnknown);
  fill(device.memory_bytes_per_second, Scaled(stats[Stat::kMemoryBandwidth], 1), kUnknown);
  fill(device.peak_flops_per_second, Scaled(stats[Stat::kPeakTeraflops], 1e12), kUnknown);
  fill(device.core_count, Scaled(stats[Stat::kCoreCount], 1), kUnknown);
  fill(device.clock_khz, Scaled(stats[Stat::kClockRate], 1), kUnknown);
  fill(device.vendor, text(Stat::kDeviceVendor), StringId());
  fill(device.model, text(Stat::kDeviceType), StringId());
  const int64_t major = Scaled(stats[Stat::kComputeMajor], 1);
  const int64_t minor = Scaled(stats[Stat::kComputeMinor], 1);
  if (major != kUnknown && minor != kUnknown) {
    device.compute_capability = builder.Intern(fmt::format("{}.{}", major, minor));
  }
}

}  // namespace profiler::xspace
