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

// Returns the event's row as it was given to ProfileBuilder::AddEvent().
EventRow EventAt(const Events& events, uint32_t row);

// Collects facts from readers in any order and builds a Profile from them. The builder rejects
// nothing, so readers must check the facts before they add them. Ids must come from this builder.
class ProfileBuilder {
 public:
  StringId Intern(std::string_view text) { return profile_.strings.Intern(text); }
  const Strings& strings() const { return profile_.strings; }

  SourceId AddSource(const SourceRow& row) { return Add<SourceId>(profile_.sources, row); }
  SourceRow& source(SourceId id) { return profile_.sources[id]; }
  uint32_t source_count() const { return static_cast<uint32_t>(profile_.sources.size()); }
  // The common time zero of sources that were read from several files, in ns since 1970. kUnknown
  // until ShareEpoch() sets it.
  int64_t shared_epoch_ns() const { return shared_epoch_ns_; }
  void ShareEpoch(int64_t epoch_ns);

  // Returns the device of this name, and adds it if it is new. Kind, ordinal and canonical name are
  // parsed from a TensorFlow-style name (/job:J/replica:R/task:T/device:KIND:N); readers of other
  // formats set them in device().
  DeviceId Device(std::string_view name);
  DeviceRow& device(DeviceId id) { return profile_.devices[id]; }

  // Returns the track with this source, device, kind and name, and adds it if it is new. Later
  // calls do not change its role.
  TrackId Track(const TrackRow& row);
  TrackRow& track(TrackId id) { return profile_.tracks[id]; }
  // Returns the step with this source and number, and adds it if it is new.
  StepId Step(SourceId source, int64_t number);
  // Adds a step even if its number is taken, because a source may use a number twice. Step() does
  // not find it.
  StepId AddStep(const StepRow& row) { return Add<StepId>(profile_.steps, row); }
  StepRow& step(StepId id) { return profile_.steps[id]; }

  // Asks Build() to infer steps from repeating work if the source has none.
  void InferSteps(SourceId source) { infer_steps_.push_back(source); }

  OpId AddOp(const OpRow& row) { return Add<OpId>(profile_.ops.row, row); }
  // Returns the op with this kind, name and type, and adds it if it is new. For readers that
  // identify an op by these alone.
  OpId Op(OpKind kind, StringId name, StringId type);
  OpRow& op(OpId id) { return profile_.ops.row[id]; }
  uint32_t op_count() const { return static_cast<uint32_t>(profile_.ops.row.size()); }
  void AddType(OpId op, StringId type) { types_.emplace_back(op, type); }
  void AddShapeDim(OpId op, int64_t dim) { shape_.emplace_back(op, dim); }
  void AddInput(OpId op, const OpInput& input) { inputs_.emplace_back(op, input); }
  void AddOutputShape(OpId op, int32_t slot, const std::vector<int64_t>& dims);
  void AddAttribute(OpId op, const OpAttribute& value) { attributes_.emplace_back(op, value); }

  // Returns the frame equal to `row`, and adds it if it is new.
  FrameId Frame(const FrameRow& row);
  const FrameRow& frame(FrameId id) const { return profile_.frames[id]; }

  // Reserves memory for `more` events of a track.
  void ReserveEvents(TrackId track, size_t more);
  // Returns the event's id, with its row in arrival order, to be passed to AddFlow(). Build() sorts
  // events and renumbers them, in flows too.
  EventId AddEvent(TrackId track, const EventRow& row);
  // Adds many events in order. The row of the first added event is the EventCount() before the
  // call.
  void AddEvents(TrackId track, const std::vector<EventRow>& rows);
  uint32_t EventCount(TrackId track) const {
    return static_cast<uint32_t>(profile_.events[track].size());
  }
  // The start of an event. The id has the event's row in arrival order.
  int64_t begin(EventId event) const { return profile_.events[event.track].begin[event.row]; }
  // The events of a track in arrival order.
  const Events& events(TrackId track) const { return profile_.events[track]; }
  // Sets the op of an event that was added before its op was known.
  void SetStep(EventId event, StepId step) { profile_.events[event.track].step[event.row] = step; }
  void SetOp(EventId event, OpId op) { profile_.events[event.track].op[event.row] = op; }
  void AddFlow(const FlowRow& row) { profile_.flows.push_back(row); }

  // Adds a total that the source recorded. A value that is kUnknown is derived from events and
  // snapshots. Times default to 0 and are added to times derived from events, so leave out time
  // that is also an event.
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
  // Returns the metric equal to `row`, and adds it if it is new.
  MetricId Metric(const MetricRow& row);
  void AddSample(const SampleRow& row) { profile_.samples.push_back(row); }
  // Returns the series to which to append values of the metric, in any order. The reference is
  // valid until the next call.
  Series& SeriesOf(MetricId metric, SourceId source, DeviceId device);
  void AddCounter(const CounterRow& row);
  ModuleId AddModule(const ModuleRow& row) { return Add<ModuleId>(profile_.modules, row); }
  void AddBuffer(const BufferRow& row) { profile_.buffers.push_back(row); }
  void AddVariable(VariableRow row) { profile_.variables.push_back(std::move(row)); }
  void SetTensorValues(std::shared_ptr<const TensorValues> values) {
    profile_.tensor_values = std::move(values);
  }

  // Returns the tables, to be filled with rows of profiles that were built before. Build() then
  // keeps the ops and steps of events as they are.
  Profile& Restore() {
    restored_ = true;
    return profile_;
  }

  // After Restore(), makes Build() assign steps to events that have none.
  void FindSteps() { find_steps_ = true; }

  // Leaves the totals to the first who asks the profile for them, for sources with so many events
  // that this pays.
  void AddUpWhenAsked() { adds_up_when_asked_ = true; }

  // Sorts and links the events and computes the totals (store/derive) on up to `threads` threads,
  // and leaves the builder empty. The result does not depend on the number of threads.
  Profile Build(size_t threads = 1);

 private:
  template <typename IdType, typename ColumnType, typename Row>
  static IdType Add(ColumnType& column, const Row& row) {
    column.push_back(row);
    return IdType(static_cast<uint32_t>(column.size() - 1));
  }

  Profile profile_;
  int64_t shared_epoch_ns_ = kUnknown;
  bool restored_ = false, find_steps_ = false, adds_up_when_asked_ = false;
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
  absl::flat_hash_map<std::tuple<StringId, StringId, StringId, StringId, bool>, MetricId>
      metric_index_;
};

}  // namespace profiler

#endif  // PROFILER_STORE_BUILDER_H_
