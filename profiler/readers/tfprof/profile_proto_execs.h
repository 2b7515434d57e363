#ifndef PROFILER_READERS_TFPROF_PROFILE_PROTO_EXECS_H_
#define PROFILER_READERS_TFPROF_PROFILE_PROTO_EXECS_H_

#include <string_view>
#include <utility>
#include <vector>

#include "absl/container/flat_hash_map.h"
#include "absl/strings/string_view.h"
#include "profiler/base/threads/in_background.h"
#include "profiler/readers/common/micros_clock.h"
#include "profiler/readers/tfprof/exec_facts.h"
#include "profiler/store/builder.h"

namespace profiler {

// Hands what ExecProfile messages say to a builder, node by node in the order of the file.
class ExecWriter {
 public:
  ExecWriter(SourceId source, ProfileBuilder& builder, const Place& place, size_t threads);

  // The execs [first, last) of one node. `device`: its canonical device, or invalid. Earlier execs
  // of `facts` were written before, none that stand behind.
  void Write(OpId op, DeviceId device, const ExecFacts& facts, size_t first, size_t last);
  // All is with the builder. Until then nobody else may hand it execs, snapshots or outputs.
  void Finish();

  const MicrosClock& clock() const { return clock_; }
  // Something ran on a GPU, and no accelerator's times are in the file.
  bool misses_accelerator() const { return on_gpu_ && !has_accelerator_times_; }

 private:
  struct Execution {
    OpId op;
    StepId step;
    DeviceId device;
  };

  // Rows of tables that are packed, which takes as long as making them.
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
  // Of CPUs and of accelerators: by name as recorded, and for a stream by its op's device.
  absl::flat_hash_map<std::pair<absl::string_view, DeviceId>, TrackId> lanes_[2];
  // Of those, the one found last: most often an op runs where it ran in the step before.
  struct {
    std::string_view name;
    DeviceId device;
    TrackId lane;
  } last_lane_[2];
  std::vector<std::pair<int64_t, StepId>> last_steps_;  // of the node before, in their order
  std::vector<std::string_view> timed_;                 // of the exec at hand: its lanes' names
  uint32_t snapshots_;                                  // how many there are
  Rows rows_;                                           // that are next to be packed
  InBackground<Rows> packer_;                           // last: it uses what is above
};

}  // namespace profiler

#endif  // PROFILER_READERS_TFPROF_PROFILE_PROTO_EXECS_H_
