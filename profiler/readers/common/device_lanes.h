#ifndef PROFILER_READERS_COMMON_DEVICE_LANES_H_
#define PROFILER_READERS_COMMON_DEVICE_LANES_H_

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "absl/container/flat_hash_map.h"
#include "profiler/store/builder.h"

namespace profiler {

// A device lane of RunMetadata, parsed from the lane's name.
struct DeviceLane {
  std::string name;           // in lower case
  bool is_known = true;       // the name has a known form
  bool is_canonical = false;  // a whole CPU or GPU; tfprof's host time and runs are from such lanes
  bool is_on_cpu = false;     // tfprof counts the lane's memory as the host's
  bool is_part = false;       // a stream or copy queue of an accelerator
  DeviceId device;            // if !is_part
  TrackKind kind = TrackKind::kLane;
  TrackRole role = TrackRole::kExec;
};

// Assigns devices and tracks to the lanes of one source.
class DeviceLanes {
 public:
  DeviceLanes(SourceId source, ProfileBuilder& builder) : source_(source), builder_(builder) {}

  DeviceLane Find(std::string_view recorded);

  // Returns the lane's track for an op on device `own`, which may be invalid. The names of streams
  // have no job and task, so `/device:gpu:0/stream:all` is a stream of the op's own GPU 0.
  TrackId Track(const DeviceLane& lane, DeviceId own);

 private:
  DeviceId DeviceOfPart(std::string_view name, DeviceId own);

  const SourceId source_;
  ProfileBuilder& builder_;
  std::vector<DeviceId> canonical_;  // canonical devices found so far
  absl::flat_hash_map<std::pair<std::string, DeviceId>, TrackId> tracks_;
};

}  // namespace profiler

#endif  // PROFILER_READERS_COMMON_DEVICE_LANES_H_
