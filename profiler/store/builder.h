#ifndef PROFILER_STORE_BUILDER_H_
#define PROFILER_STORE_BUILDER_H_

#include <memory>
#include <string_view>
#include <tuple>
#include <utility>
#include <vector>

#include "absl/container/flat_hash_map.h"
#include "profiler/store/profile.h"

namespace profiler {

// What a builder was told of an event that was built.
EventRow EventAt(const Events& events, uint32_t row);

// Takes facts from readers in any order and makes a Profile of them. It refuses nothing: readers
// check what a file claims before they hand it on; ids must come from this builder.
class ProfileBuilder {
 public:
  StringId Intern(std::string_view text) { return profile_.strings.Intern(text); }
  const Strings& strings() const { return profile_.strings; }

  SourceId AddSource(const SourceRow& row) { return Add<SourceId>(profile_.sources, row); }
  SourceRow& source(SourceId id) { return profile_.sources[id]; }
  uint32_t source_count() const { return static_cast<uint32_t>(profile_.sources.size()); }
  // The time zero that sources of several files share, ns since 1970: those that there are, and
  // those that readers add.
  int64_t shared_epoch_ns() const { return shared_epoch_ns_; }
  void ShareEpoch(int64_t epoch_ns);

  // One row per name as recorded. Kind, ordinal and canonical name are read off a TensorFlow-style
  // name (/job:J/replica:R/task:T/device:KIND:N); other formats fill in device() themselves.
  DeviceId Device(std::string_view name);
  DeviceRow& device(DeviceId id) { return profile_.devices[id]; }

  // One row per (source, device, kind, name); the role is that of the first call.
  TrackId Track(const TrackRow& row);
  TrackRow& track(TrackId id) { return profile_.tracks[id]; }
  // One row per (source, number).
  StepId Step(SourceId source, int64_t number);
  // A row that Step() does not find: sources may number steps twice.
  StepId AddStep(const StepRow& row) { return Add<StepId>(profile_.steps, row); }
  StepRow& step(StepId id) { return profile_.steps[id]; }

  // Where a source turns out to have no steps, Build() looks for what repeats.
  void InferSteps(SourceId source) { infer_steps_.push_back(source); }

  OpId AddOp(const OpRow& row) { return Add<OpId>(profile_.ops.row, row); }
  // One row per (kind, name, type), for readers that know an op by these alone.
  OpId Op(OpKind kind, StringId name, StringId type);
  OpRow& op(OpId id) { return profile_.ops.row[id]; }
  uint32_t op_count() const { return static_cast<uint32_t>(profile_.ops.row.size()); }
  void AddType(OpId op, StringId type) { types_.emplace_back(op, type); }
  void AddShapeDim(OpId op, int64_t dim) { shape_.emplace_back(op, dim); }
  void AddInput(OpId op, const OpInput& input) { inputs_.emplace_back(op, input); }
  void AddOutputShape(OpId op, int32_t slot, const std::vector<int64_t>& dims);
  void AddAttribute(OpId op, const OpAttribute& value) { attributes_.emplace_back(op, value); }

  // One row per distinct (parent, file, line, function, ...).
  FrameId Frame(const FrameRow& row);

  // Room for `more` events of a track that are about to come.
  void ReserveEvents(TrackId track, size_t more);
  // The event's row in arrival order, as AddFlow takes it; Build() renumbers both.
  EventId AddEvent(TrackId track, const EventRow& row);
  // The same of many, in their order. The first one's row is what EventCount() says before.
  void AddEvents(TrackId track, const std::vector<EventRow>& rows);
  uint32_t EventCount(TrackId track) const {
    return static_cast<uint32_t>(profile_.events[track].size());
  }
  // Of an event by its row in arrival order.
  int64_t begin(EventId event) const { return profile_.events[event.track].begin[event.row]; }
  // Of a track, in arrival order.
  const Events& events(TrackId track) const { return profile_.events[track]; }
  // Of an event that was added before its op was known.
  void SetOp(EventId event, OpId op) { profile_.events[event.track].op[event.row] = op; }
  void ReserveFlows(size_t more) { profile_.flows.reserve(profile_.flows.size() + more); }
  void AddFlow(const FlowRow& row) { profile_.flows.push_back(row); }

  // A total that the source recorded. What it leaves kUnknown (times: 0) is derived from events and
  // snapshots; recorded times are added to derived ones, so give only what is not an event too.
  void AddExec(const ExecRow& row) { profile_.recorded_execs.push_back(row); }
  SnapshotId AddSnapshot(const SnapshotRow& row) {
    return Add<SnapshotId>(profile_.snapshots, row);
  }
  uint32_t snapshot_count() const { return static_cast<uint32_t>(profile_.snapshots.size()); }
  void AddAllocation(const AllocationRow& row) { profile_.allocations.push_back(row); }
  void AddOutput(const OutputRow& row) { profile_.outputs.push_back(row); }
  void AddUnplaced(const UnplacedRow& row) { profile_.unplaced.push_back(row); }
  void AddLaneSeen(const LaneSeenRow& row) { profile_.lanes_seen.push_back(row); }
  MetricId AddMetric(const MetricRow& row) { return Add<MetricId>(profile_.metrics, row); }
  // One row per distinct row.
  MetricId Metric(const MetricRow& row);
  void AddSample(const SampleRow& row) { profile_.samples.push_back(row); }
  // Where to put the values of a metric, in any order. Good until the next one is asked for.
  Series& SeriesOf(MetricId metric, SourceId source, DeviceId device);
  void AddCounter(const CounterRow& row);
  ModuleId AddModule(const ModuleRow& row) { return Add<ModuleId>(profile_.modules, row); }
  void AddBuffer(const BufferRow& row) { profile_.buffers.push_back(row); }
  void AddVariable(VariableRow row) { profile_.variables.push_back(std::move(row)); }
  void SetTensorValues(std::shared_ptr<const TensorValues> values) {
    profile_.tensor_values = std::move(values);
  }

  // The tables, for facts of profiles that were built before: rows come back as they are. Events
  // keep the ops and steps they have, and none are looked for again.
  Profile& Restore() {
    restored_ = true;
    return profile_;
  }

  // Of restored facts: gives events without a step one, as is done to what a reader tells.
  void FindSteps() { find_steps_ = true; }

  // Sorts, links and adds up (store/derive) on so many threads, and leaves the builder empty. The
  // number of threads never shows in the result.
  Profile Build(size_t threads = 1);

 private:
  template <typename IdType, typename ColumnType, typename Row>
  static IdType Add(ColumnType& column, const Row& row) {
    column.push_back(row);
    return IdType(static_cast<uint32_t>(column.size() - 1));
  }

  Profile profile_;
  int64_t shared_epoch_ns_ = kUnknown;
  bool restored_ = false, find_steps_ = false;
  std::vector<SourceId> infer_steps_;
  std::vector<std::pair<OpId, StringId>> types_;
  std::vector<std::pair<OpId, int64_t>> shape_;
  std::vector<std::pair<OpId, OpInput>> inputs_;
  std::vector<std::pair<OpId, OpOutputShape>> output_shapes_;
  std::vector<std::pair<OpId, OpAttribute>> attributes_;
  absl::flat_hash_map<StringId, DeviceId> device_index_;
  absl::flat_hash_map<std::tuple<SourceId, DeviceId, TrackKind, StringId>, TrackId> track_index_;
  absl::flat_hash_map<std::pair<SourceId, int64_t>, StepId> step_index_;
  absl::flat_hash_map<std::tuple<FrameId, StringId, int64_t, StringId, int64_t, StringId>, FrameId>
      frame_index_;
  absl::flat_hash_map<std::tuple<MetricId, SourceId, DeviceId>, uint32_t> series_index_;
  absl::flat_hash_map<SourceId, uint32_t> first_series_;
  absl::flat_hash_map<std::tuple<OpKind, StringId, StringId>, OpId> op_index_;
  absl::flat_hash_map<std::tuple<StringId, StringId, StringId, StringId>, MetricId> metric_index_;
};

}  // namespace profiler

#endif  // PROFILER_STORE_BUILDER_H_
