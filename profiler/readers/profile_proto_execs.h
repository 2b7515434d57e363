#ifndef PROFILER_READERS_PROFILE_PROTO_EXECS_H_
#define PROFILER_READERS_PROFILE_PROTO_EXECS_H_

#include <string_view>
#include <utility>
#include <vector>

#include "absl/container/flat_hash_map.h"
#include "absl/strings/string_view.h"
#include "profiler/readers/micros_clock.h"
#include "profiler/readers/proto_fields.h"
#include "profiler/store/builder.h"

namespace profiler {

// Decodes the ExecProfile messages of a ProfileProto: when, where and with how much memory a node
// ran in a step.
class ExecProfileReader {
 public:
  ExecProfileReader(SourceId source, ProfileBuilder& builder, const Place& place)
      : source_(source), builder_(builder), place_(place) {}

  // One ExecProfile. `device`: the node's canonical device, or invalid. Throws what protozero does.
  void Read(OpId op, StepId step, DeviceId device, std::string_view record);

  const MicrosClock& clock() const { return clock_; }
  // Something ran on a GPU, and no accelerator's times are in the file.
  bool misses_accelerator() const { return on_gpu_ && !has_accelerator_times_; }

 private:
  struct Execution {
    OpId op;
    StepId step;
    DeviceId device;
  };

  void ReadTimes(const Execution& of, bool accelerator, std::string_view entry);
  void ReadTime(const Execution& of, TrackId lane, std::string_view tuple);
  void Unplace(const Execution& of, TrackId lane, const int64_t (&time)[2], UnplacedReason reason,
               std::string_view tuple);
  void ReadMemory(const Execution& of, std::string_view record);
  void ReadOutput(SnapshotId snapshot, std::string_view entry);
  void ReadAllocation(const Execution& of, std::string_view record);
  void ReadLanesSeen(const Execution& of);
  TrackId FindLane(const Execution& of, bool accelerator, std::string_view name, TrackRole role);
  TrackId MakeLane(const Execution& of, bool accelerator, std::string_view name, TrackRole role);
  int64_t Time(int64_t micros) { return clock_.Picos(micros); }

  const SourceId source_;
  ProfileBuilder& builder_;
  const Place& place_;
  MicrosClock clock_;
  bool on_gpu_ = false, has_accelerator_times_ = false;
  // Of CPUs and of accelerators: by name as recorded, and for a stream by its op's device.
  absl::flat_hash_map<std::pair<absl::string_view, DeviceId>, TrackId> lanes_[2];
  // Of those, the one found last: most often an op runs where it ran in the step before.
  struct {
    std::string_view name;
    DeviceId device;
    TrackId lane;
  } last_lane_[2];
  // Of the record at hand: `devices`, the keys of its maps, its output_memory.
  std::vector<std::string_view> seen_, timed_, outputs_;
};

}  // namespace profiler

#endif  // PROFILER_READERS_PROFILE_PROTO_EXECS_H_
