#include "profiler/advise/rules/common/no_device_work.h"

#include <algorithm>

#include "profiler/analysis/metrics/metric_series.h"

namespace profiler {

std::string_view WhyNoDeviceWork(const Profile& profile, std::string_view nothing_ran) {
  const auto& metrics = profile.metrics.values();
  const bool has_gpu_use = std::any_of(metrics.begin(), metrics.end(), [&](const MetricRow& row) {
    return row.dimension.valid() && profile.strings[row.dimension] == kGpuUtilization;
  });
  return has_gpu_use ? "the use of GPUs was sampled, but not what ran on them" : nothing_ran;
}

bool ListsAccelerators(const Profile& profile) {
  const auto& devices = profile.devices.values();
  return std::any_of(devices.begin(), devices.end(),
                     [](const DeviceRow& device) { return IsAccelerator(device.kind); });
}

}  // namespace profiler
