#ifndef PROFILER_READERS_COMMON_DEVICE_LANES_H_
#define PROFILER_READERS_COMMON_DEVICE_LANES_H_

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "absl/container/flat_hash_map.h"
#include "profiler/store/builder.h"

namespace profiler {

// A device lane of RunMetadata, as its name tells it.
struct DeviceLane {
  std::string name;           // in lower case
  bool is_known = true;       // the name has a form that this program knows
  bool is_canonical = false;  // a CPU or GPU itself: tfprof's time of the host, and its runs
  bool is_on_cpu = false;     // tfprof's test for memory of the host
  bool is_part = false;       // a stream or copy queue of an accelerator
  DeviceId device;            // of a lane that is no part
  TrackKind kind = TrackKind::kLane;
  TrackRole role = TrackRole::kExec;
};

// Gives the lanes of one source their devices and tracks.
class DeviceLanes {
 public:
  DeviceLanes(SourceId source, ProfileBuilder& builder) : source_(source), builder_(builder) {}

  DeviceLane Find(std::string_view recorded);

  // The lane's track for an op on `own`, the op's device or none. Streams are named without job and
  // task: `/device:gpu:0/stream:all` is on the op's own GPU 0.
  TrackId Track(const DeviceLane& lane, DeviceId own);

 private:
  DeviceId DeviceOfPart(std::string_view name, DeviceId own);

  const SourceId source_;
  ProfileBuilder& builder_;
  std::vector<DeviceId> canonical_;  // those seen
  absl::flat_hash_map<std::pair<std::string, DeviceId>, TrackId> tracks_;
};

}  // namespace profiler

#endif  // PROFILER_READERS_COMMON_DEVICE_LANES_H_
