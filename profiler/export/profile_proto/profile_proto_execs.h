#ifndef PROFILER_EXPORT_PROFILE_PROTO_PROFILE_PROTO_EXECS_H_
#define PROFILER_EXPORT_PROFILE_PROTO_PROFILE_PROTO_EXECS_H_

#include <cstdint>
#include <map>
#include <protozero/pbf_writer.hpp>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "profiler/analysis/selection/selected.h"
#include "profiler/base/int128.h"
#include "profiler/export/profile_proto/profile_proto_lanes.h"
#include "profiler/export/profile_proto/profile_proto_steps.h"
#include "profiler/query/query.h"
#include "profiler/store/profile.h"
#include "profiler/store/row_facts.h"

namespace profiler {

// Encodes the executions of ops as ExecProfile messages.
class ExecProfileWriter {
 public:
  ExecProfileWriter(const Selected& selected, const Query& query, const ExportedSteps& steps,
                    const ExportedLanes& lanes);

  // Writes field 12 of the op's node. `device` is the device in the node, or invalid if the node
  // has none.
  void Write(OpId op, DeviceId device, protozero::pbf_writer& node);

  // The number of executions outside every step, which the format cannot express.
  int64_t outside_steps() const { return outside_steps_; }
  // The number of times that were rounded to the format's microseconds.
  int64_t rounded() const { return rounded_; }

 private:
  struct Time {
    int64_t start, duration;  // in us
  };
  using TimesByLane = std::map<std::string_view, std::vector<Time>>;
  // The executions of an op in one step.
  struct Facts {
    bool recorded = false;                        // first_start and last_end are recorded values
    int64_t runs = kUnknown, runs_elsewhere = 0;  // on the op's device, and on others
    int64_t first_start = kUnknown, last_end = kUnknown;  // in us
    TimesByLane cpu, accelerator;
    std::set<std::string_view> lanes;
    std::vector<SnapshotId> snapshots;
    std::vector<uint32_t> allocations;
  };
  using FactsByStep = std::map<int64_t, Facts>;
  struct Execution {
    OpId op;
    DeviceId device;  // of the op
    FactsByStep& facts;
  };

  void PlaceSources();
  void GroupByOp();
  // The facts about the step; null if the step is not selected on this device.
  Facts* Find(const Execution& of, StepId step, DeviceId where);
  // Whether tfprof's own rules apply to the source, because tfprof can read it.
  bool ByTfprofsRules(SourceId source) const {
    return compat_tfprof_ && IsTensorFlowRun(profile_.sources[source]);
  }
  // Whether tfprof drops an execution on this track because the track's device is not the op's.
  bool IsDropped(const Execution& of, TrackId track) const;
  void AddExecs(const Execution& of);
  void AddEvent(const Execution& of, EventId event);
  void AddUnplaced(const Execution& of, const UnplacedRow& row);
  void AddLanesSeen(const Execution& of);
  void AddMemory(const Execution& of);

  int64_t Micros(SourceId source, int64_t time);  // wall-clock time; 0 if `time` is unknown
  int64_t RoundedMicros(Int128 picos);
  int64_t MicrosOf(StepId step, int64_t time) {
    return time == kUnknown ? 0 : Micros(profile_.steps[step].source, time);
  }
  void WriteFacts(Facts& facts, protozero::pbf_writer& exec);
  void WriteSnapshot(SnapshotId id, protozero::pbf_writer& exec);
  void WriteAllocation(const AllocationRow& row, protozero::pbf_writer& exec);

  const Profile& profile_;
  const ExportedSteps& steps_;
  const ExportedLanes& lanes_;
  const SourceFilter& source_filter_;
  const bool compat_tfprof_;
  std::vector<Int128> time_zero_;  // by source: the wall-clock time, in ps, of time 0
  ListColumn<OpId, EventId> events_;
  ListColumn<OpId, SnapshotId> snapshots_;
  ListColumn<OpId, uint32_t> unplaced_, lanes_seen_, allocations_;  // row numbers
  ListColumn<SnapshotId, uint32_t> outputs_;
  int64_t outside_steps_ = 0;
  int64_t rounded_ = 0;
};

}  // namespace profiler

#endif  // PROFILER_EXPORT_PROFILE_PROTO_PROFILE_PROTO_EXECS_H_
