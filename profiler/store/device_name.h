#ifndef PROFILER_STORE_DEVICE_NAME_H_
#define PROFILER_STORE_DEVICE_NAME_H_

#include <cstdint>
#include <string>
#include <string_view>

#include "profiler/store/kinds.h"

namespace profiler {

// A parsed TensorFlow-style device name, such as `/gpu:0`, `/device:GPU:0` or
// `/job:w/replica:0/task:1/device:gpu:0`. For names of another form the kind is kOther and
// `canonical` is the whole name.
struct DeviceName {
  std::string canonical;  // lower case, with `device:` spelled out
  DeviceKind kind = DeviceKind::kOther;
  int64_t ordinal = kUnknown;
  std::string_view host;  // the part `/job:w/replica:0/task:1` of the name, or empty
};

DeviceName ParseDeviceName(std::string_view name);

// The name of a device's lane, split in device and lane: `/device:gpu:0/stream:all`,
// `/device:gpu:0/memcpy`.
struct LaneName {
  std::string_view device;  // `/device:gpu:0`, or the whole name if it names no lane
  std::string_view part;    // `stream:all` or `memcpy`, or empty
};

LaneName SplitLane(std::string_view name);

}  // namespace profiler

#endif  // PROFILER_STORE_DEVICE_NAME_H_
