#include "profiler/analysis/selection/short_name.h"

#include <algorithm>
#include <string_view>

namespace profiler {

bool IsShortName(const Profile& profile, DeviceId device) {
  const std::string_view name = profile.strings[profile.devices[device].name];
  if (!name.starts_with("/device:")) return false;
  const auto& devices = profile.devices.values();
  return std::any_of(devices.begin(), devices.end(), [&](const DeviceRow& other) {
    const std::string_view whole = profile.strings[other.name];
    return whole.size() > name.size() && whole.starts_with("/job:") && whole.ends_with(name);
  });
}

}  // namespace profiler
