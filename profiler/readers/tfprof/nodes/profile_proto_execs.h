#ifndef PROFILER_READERS_TFPROF_NODES_PROFILE_PROTO_EXECS_H_
#define PROFILER_READERS_TFPROF_NODES_PROFILE_PROTO_EXECS_H_

#include <string_view>
#include <utility>
#include <vector>

#include "absl/container/flat_hash_map.h"
#include "absl/strings/string_view.h"
#include "profiler/base/threads/in_background.h"
#include "profiler/readers/common/micros_clock.h"
#include "profiler/readers/tfprof/nodes/exec_facts.h"
#include "profiler/store/builder.h"

namespace profiler {

// Adds the content of ExecProfile messages to a builder, node by node in the order of the file.
class ExecWriter {
 public:
  ExecWriter(SourceId source, ProfileBuilder& builder, const Place& place, size_t threads);

  // Adds the execs [first, last) of one node. `device` is the node's canonical device, or invalid.
  // Execs of `facts` must be added in order.
  void Write(OpId op, DeviceId device, const ExecFacts& facts, size_t first, size_t last);
  // Completes all tables. No other code may add execs, snapshots or outputs before Finish().
  void Finish();

  const MicrosClock& clock() const { return clock_; }
  // Whether ops ran on a GPU, but the file has no accelerator times.
  bool misses_accelerator() const { return on_gpu_ && !has_accelerator_times_; }

 private:
  struct Execution {
    OpId op;
    StepId step;
    DeviceId device;
  };

  // Rows for packed tables. Packing takes as long as decoding, so rows are packed on another
  // thread.
  struct Rows {
    std::vector<ExecRow> execs;
    std::vector<SnapshotRow> snapshots;
    std::vector<OutputRow> outputs;
  };

  void Pack(Rows& rows);
  StepId StepOf(size_t place, int64_t number);
  void WriteLane(const Execution& of, const ExecFacts::Lane& lane, const ExecFacts& facts,
                 size_t first_time);
  void WriteTime(const Execution& of, TrackId lane, const ExecFacts::Time& time);
  void Unplace(const Execution& of, TrackId lane, const ExecFacts::Time& time,
               UnplacedReason reason);
  void WriteSnapshot(const Execution& of, SnapshotRow row, const ExecFacts& facts,
                     size_t first_output, size_t last_output);
  void WriteLanesSeen(const Execution& of, const ExecFacts& facts, size_t first_seen,
                      size_t last_seen);
  TrackId FindLane(const Execution& of, bool accelerator, std::string_view name, TrackRole role);
  TrackId MakeLane(const Execution& of, bool accelerator, std::string_view name, TrackRole role);
  int64_t Time(int64_t micros) { return clock_.Picos(micros); }

  const SourceId source_;
  ProfileBuilder& builder_;
  const Place& place_;
  MicrosClock clock_;
  bool on_gpu_ = false, has_accelerator_times_ = false;
  // The tracks of CPUs and of accelerators, by recorded name, and for streams also by the op's
  // device.
  absl::flat_hash_map<std::pair<absl::string_view, DeviceId>, TrackId> lanes_[2];
  // The last track found, because an op mostly runs where it ran in the previous step.
  struct {
    std::string_view name;
    DeviceId device;
    TrackId lane;
  } last_lane_[2];
  std::vector<std::pair<int64_t, StepId>> last_steps_;  // steps of the previous node, in order
  std::vector<std::string_view> timed_;                 // the lane names of the current exec
  uint32_t snapshots_;                                  // the number of snapshots
  Rows rows_;                                           // the rows to be packed next
  InBackground<Rows> packer_;  // the last member, because it uses the others
};

}  // namespace profiler

#endif  // PROFILER_READERS_TFPROF_NODES_PROFILE_PROTO_EXECS_H_
