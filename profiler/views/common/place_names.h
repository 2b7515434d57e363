#ifndef PROFILER_VIEWS_COMMON_PLACE_NAMES_H_
#define PROFILER_VIEWS_COMMON_PLACE_NAMES_H_

#include <string_view>

#include "profiler/store/profile.h"

namespace profiler {

// The device's name; empty if unknown.
inline std::string_view NameOfDevice(const Profile& profile, DeviceId device) {
  return device.valid() ? profile.strings[profile.devices[device].name] : std::string_view();
}

}  // namespace profiler

#endif  // PROFILER_VIEWS_COMMON_PLACE_NAMES_H_
