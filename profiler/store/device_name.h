#ifndef PROFILER_STORE_DEVICE_NAME_H_
#define PROFILER_STORE_DEVICE_NAME_H_

#include <cstdint>
#include <string>
#include <string_view>

#include "profiler/store/kinds.h"

namespace profiler {

// What a TensorFlow-style device name says. `/gpu:0`, `/device:GPU:0` and
// `/job:w/replica:0/task:1/device:gpu:0` are such names; others give kOther and their own text.
struct DeviceName {
  std::string canonical;  // lower case, with `device:` spelled out
  DeviceKind kind = DeviceKind::kOther;
  int64_t ordinal = kUnknown;
  std::string_view host;  // `/job:w/replica:0/task:1`, a part of the name given; or empty
};

DeviceName ParseDeviceName(std::string_view name);

// A lane is a device and a part of it: `/device:gpu:0/stream:all`, `/device:gpu:0/memcpy`.
struct LaneName {
  std::string_view device;  // `/device:gpu:0`; the whole name where there is no such part
  std::string_view part;    // `stream:all`, `memcpy`; or empty
};

LaneName SplitLane(std::string_view name);

}  // namespace profiler

#endif  // PROFILER_STORE_DEVICE_NAME_H_
