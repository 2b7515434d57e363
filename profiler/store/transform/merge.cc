#include "profiler/store/transform/merge.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <optional>
#include <tuple>
#include <utility>

#include "absl/container/flat_hash_map.h"
#include "absl/container/flat_hash_set.h"
#include "profiler/store/builder.h"
#include "profiler/store/tensor_values.h"
#include "profiler/store/transform/merge_facts.h"
#include "profiler/store/transform/merge_runs.h"

namespace profiler {
namespace {

// Adds one part after another to a builder, leaving out what an earlier part of its run holds.
class Merger {
 public:
  Merger(std::vector<Profile> parts, MergedRuns runs, MergeReport& report)
      : parts_(std::move(parts)),
        runs_(std::move(runs)),
        report_(report),
        tables_(builder_.Restore()) {}

  Profile Run() {
    for (size_t i = 0; i < parts_.size(); ++i) AddPart(i);
    return builder_.Build();
  }

 private:
  // (run, kind, module and its program, scope, name, input shapes, frame of what is told apart by
  // it)
  using OpKey =
      std::tuple<uint32_t, OpKind, StringId, int64_t, StringId, StringId, StringId, FrameId>;
  // (op, step number, rank, device), ids of the merged profile: ranks of one host share devices.
  using FactKey = std::tuple<OpId, int64_t, int64_t, DeviceId>;
  struct FactPlace {
    size_t part;
    ExecId row;
    uint32_t group;  // of the part's runs
  };

  StringId Text(StringId id) { return id.valid() ? builder_.Intern((*part_).strings[id]) : id; }
  template <typename IdType>
  static IdType Mapped(const std::vector<IdType>& map, IdType id) {
    return id.valid() ? map[id.row()] : IdType();
  }

  void AddPart(size_t i) {
    part_ = &parts_[i];
    run_of_ = runs_.of[i];
    AddPlaces();
    AddFrames();
    AddOps();
    FindRepeated(i);
    AddSteps();
    AddFacts();
    AddRest();
    AddSeries(parts_[i]);
  }

  void AddPlaces() {
    sources_.clear();
    devices_.clear();
    tracks_.clear();
    for (SourceRow row : part_->sources.values()) {
      for (StringId* text :
           {&row.path, &row.format, &row.run, &row.host, &row.role, &row.clock_offset_found_by}) {
        *text = Text(*text);
      }
      row.run_group = run_of_[row.run_group];
      sources_.push_back(builder_.AddSource(row));
    }
    for (const DeviceRow& row : part_->devices.values()) AddDevice(row);
    for (TrackRow row : part_->tracks.values()) {
      row.source = Mapped(sources_, row.source);
      row.device = Mapped(devices_, row.device);
      row.name = Text(row.name);
      tracks_.push_back(builder_.Track(row));
    }
  }

  // One row per host and name. What the first part says of a device counts; a later one fills in
  // what that does not know.
  void AddDevice(DeviceRow row) {
    for (StringId* text : {&row.name, &row.canonical_name, &row.host, &row.vendor, &row.model,
                           &row.compute_capability}) {
      *text = Text(*text);
    }
    const DeviceId next(static_cast<uint32_t>(tables_.devices.size()));
    const auto [it, is_new] = device_index_.try_emplace({row.host, row.name}, next);
    const DeviceId id = it->second;
    if (is_new) {
      tables_.devices.push_back(row);
    } else {
      DeviceRow& merged = builder_.device(id);
      const auto fill = [](int64_t& to, int64_t from) { to = to == kUnknown ? from : to; };
      const auto fill_text = [](StringId& to, StringId from) { to = to.valid() ? to : from; };
      fill(merged.memory_bytes, row.memory_bytes);
      fill(merged.peak_flops_per_second, row.peak_flops_per_second);
      fill(merged.memory_bytes_per_second, row.memory_bytes_per_second);
      fill_text(merged.vendor, row.vendor);
      fill_text(merged.model, row.model);
      fill_text(merged.compute_capability, row.compute_capability);
      fill(merged.core_count, row.core_count);
      fill(merged.clock_khz, row.clock_khz);
    }
    devices_.push_back(id);
  }

  void AddFrames() {
    frames_.clear();
    for (FrameRow row : part_->frames.values()) {
      row.parent = Mapped(frames_, row.parent);
      row.file = Text(row.file);
      row.function = Text(row.function);
      row.code = Text(row.code);
      frames_.push_back(builder_.Frame(row));
    }
  }

  void AddOps() {
    modules_.clear();
    ops_.clear();
    std::vector<char> is_new_op;
    const uint32_t run = run_of_.empty() ? 0 : run_of_[0];
    for (ModuleRow row : part_->modules.values()) {
      row.name = Text(row.name);
      const auto [it, is_new] = module_index_.try_emplace({run, row.name, row.program_id});
      if (is_new) it->second = builder_.AddModule(row);
      modules_.push_back(it->second);
    }
    for (OpRow row : part_->ops.row.values()) {
      const ModuleRow module = row.module.valid() ? part_->modules[row.module] : ModuleRow();
      row.name = Text(row.name);
      row.type = Text(row.type);
      row.category = Text(row.category);
      row.scope = Text(row.scope);
      row.input_shapes = Text(row.input_shapes);
      row.module = Mapped(modules_, row.module);
      row.frame = Mapped(frames_, row.frame);
      row.assigned_device = Mapped(devices_, row.assigned_device);
      row.host_device = Mapped(devices_, row.host_device);
      row.run_group = run_of_[row.run_group];
      auto [it, is_new] = op_index_.try_emplace(
          OpKey{row.run_group, row.kind, Text(module.name), module.program_id, row.scope, row.name,
                row.input_shapes,
                row.kind == OpKind::kRuntime || row.kind == OpKind::kFrameworkOp ? row.frame
                                                                                 : FrameId()});
      if (is_new) it->second = builder_.AddOp(row);
      OpRow& merged = builder_.op(it->second);
      if (!merged.frame.valid()) merged.frame = row.frame;
      if (!merged.assigned_device.valid()) merged.assigned_device = row.assigned_device;
      if (!merged.host_device.valid()) merged.host_device = row.host_device;
      if (merged.float_ops == kUnknown) merged.float_ops = row.float_ops;
      if (merged.bytes_accessed == kUnknown) merged.bytes_accessed = row.bytes_accessed;
      if (!merged.category.valid()) merged.category = row.category;
      merged.eager = std::max(merged.eager, row.eager);
      ops_.push_back(it->second);
      is_new_op.push_back(is_new ? 1 : 0);
    }
    for (uint32_t i = 0; i < ops_.size(); ++i) AddOpLists(OpId(i), is_new_op[i]);
  }

  void AddOpLists(OpId from, bool is_new) {
    const OpId to = ops_[from.row()];
    for (StringId type : part_->ops.types[from]) {
      if (known_types_.insert({to, Text(type)}).second) builder_.AddType(to, Text(type));
    }
    OpId& framework = builder_.op(to).framework_op;
    if (!framework.valid()) framework = Mapped(ops_, part_->ops.row[from].framework_op);
    if (!is_new) return;
    for (int64_t dim : part_->ops.shape[from]) builder_.AddShapeDim(to, dim);
    for (OpInput input : part_->ops.inputs[from]) {
      input.producer = Mapped(ops_, input.producer);
      builder_.AddInput(to, input);
    }
    for (const OpOutputShape& shape : part_->ops.output_shapes[from]) {
      const auto first = part_->ops.dims.begin() + shape.first;
      builder_.AddOutputShape(to, shape.slot, {first, first + shape.count});
    }
    for (const OpAttribute& attribute : part_->ops.attributes[from]) {
      builder_.AddAttribute(to, {Text(attribute.name), Text(attribute.value)});
    }
  }

  // Decides for each exec row whether it is repeated, and for each step whether it stays apart.
  // What was of one run before was told apart before.
  void FindRepeated(size_t part) {
    execs_.emplace(part_->execs.row);
    any_dropped_ = false;
    dropped_.assign(part_->execs.row.size(), 0);
    apart_.assign(part_->steps.size(), 0);
    for (uint32_t i = 0; i < dropped_.size(); ++i) {
      const ExecRow& row = (*execs_)[i];
      if (!row.step.valid()) continue;
      const uint32_t group = GroupOf(part_->steps[row.step]);
      auto [it, is_new] =
          facts_[run_of_[group]].try_emplace(KeyOf(row), FactPlace{part, ExecId(i), group});
      if (is_new || (it->second.part == part && it->second.group == group)) continue;
      const Profile& earlier_part = parts_[it->second.part];
      const ExecRow& earlier = earlier_part.execs.row[it->second.row];
      if (SameFact(earlier_part, earlier, *part_, row)) {
        dropped_[i] = 1;
        any_dropped_ = true;
        ++report_.repeated_facts;
      } else {
        apart_[row.step.row()] = 1;
        NoteConflict(earlier_part, earlier, row);
      }
    }
  }

  void AddSteps() {
    steps_.clear();
    absl::flat_hash_set<std::pair<uint32_t, int64_t>> seen;  // group and number, in this part
    for (uint32_t s = 0; s < part_->steps.size(); ++s) {
      const StepRow& row = part_->steps[StepId(s)];
      const uint32_t group = GroupOf(row);
      const StepId step = builder_.Step(Mapped(sources_, row.source), row.number);
      StepRow& merged = builder_.step(step);
      const SourceId source = merged.source;
      merged = row;
      merged.source = source;
      merged.name = Text(row.name);
      merged.counts_as = StepId();
      const bool was_apart = !seen.insert({group, row.number}).second && !row.counts_as.valid();
      if (!apart_[s] && !was_apart) {
        auto [first, is_new] = step_of_number_.try_emplace({run_of_[group], row.number}, step);
        if (!is_new) merged.counts_as = first->second;
      }
      steps_.push_back(step);
    }
  }

  uint32_t GroupOf(const StepRow& step) const { return part_->sources[step.source].run_group; }

  FactKey KeyOf(const ExecRow& row) const {
    const StepRow& step = part_->steps[row.step];
    return {ops_[row.op.row()], step.number, part_->sources[step.source].rank,
            Mapped(devices_, row.device)};
  }

  void NoteConflict(const Profile& earlier_part, const ExecRow& earlier, const ExecRow& row) {
    if (report_.conflicting_facts++ > 0) return;
    report_.first_conflict = fmt::format(
        "op {} in step {}: {} and {}", part_->strings[part_->ops.row[row.op].name],
        part_->steps[row.step].number, PathOf(earlier_part, earlier), PathOf(*part_, row));
  }

  bool IsDropped(OpId op, StepId step, DeviceId device) {
    if (!any_dropped_ || !op.valid()) return false;
    const auto [first, last] = part_->ExecsOf(op);
    for (uint32_t i = first; i < last; ++i) {
      const ExecRow& row = (*execs_)[i];
      if (row.step == step && row.device == device) return dropped_[i] != 0;
    }
    return false;
  }

  void AddFacts() {
    for (uint32_t t = 0; t < part_->tracks.size(); ++t) AddEvents(TrackId(t));
    for (ExecRow row : part_->recorded_execs.values()) {
      if (IsDropped(row.op, row.step, row.device)) continue;
      MapFact(row);
      builder_.AddExec(row);
    }
    std::vector<SnapshotId> snapshots;
    for (SnapshotRow row : part_->snapshots.values()) {
      if (IsDropped(row.op, row.step, row.device)) {
        snapshots.emplace_back();
        continue;
      }
      MapFact(row);
      snapshots.push_back(builder_.AddSnapshot(row));
    }
    for (OutputRow row : part_->outputs.values()) {
      row.snapshot = Mapped(snapshots, row.snapshot);
      if (row.snapshot.valid()) builder_.AddOutput(row);
    }
    for (AllocationRow row : part_->allocations) {
      if (IsDropped(row.op, row.step, row.device)) continue;
      MapFact(row);
      row.allocator = Text(row.allocator);
      row.source = Mapped(sources_, row.source);
      builder_.AddAllocation(row);
    }
    for (UnplacedRow row : part_->unplaced) {
      if (IsDropped(row.op, row.step, part_->tracks[row.track].device)) continue;
      row.op = Mapped(ops_, row.op);
      row.step = Mapped(steps_, row.step);
      row.track = tracks_[row.track.row()];
      builder_.AddUnplaced(row);
    }
    for (const LaneSeenRow& row : part_->lanes_seen) {
      builder_.AddLaneSeen(
          {Mapped(ops_, row.op), Mapped(steps_, row.step), tracks_[row.track.row()]});
    }
  }

  template <typename Row>
  void MapFact(Row& row) const {
    row.op = Mapped(ops_, row.op);
    row.step = Mapped(steps_, row.step);
    row.device = Mapped(devices_, row.device);
  }

  void AddEvents(TrackId track) {
    const Events& events = part_->events[track];
    const DeviceId device = part_->tracks[track].device;
    std::vector<EventId>& moved = moved_[track.row()];
    moved.clear();
    for (uint32_t e = 0; e < events.size(); ++e) {
      if (IsDropped(events.op[e], events.step[e], device)) {
        moved.emplace_back();
        continue;
      }
      EventRow row = EventAt(events, e);
      row.op = Mapped(ops_, row.op);
      row.step = Mapped(steps_, row.step);
      row.label = Text(row.label);
      row.detail = Text(row.detail);
      moved.push_back(builder_.AddEvent(tracks_[track.row()], row));
    }
  }

  void AddRest() {
    for (const FlowRow& flow : part_->flows) {
      const EventId from = moved_[flow.from.track.row()][flow.from.row];
      const EventId to = moved_[flow.to.track.row()][flow.to.row];
      if (from.valid() && to.valid()) builder_.AddFlow({from, to, flow.kind});
    }
    metrics_.clear();
    for (const MetricRow& row : part_->metrics.values()) {
      metrics_.push_back(builder_.AddMetric(
          {Text(row.name), Text(row.unit), Text(row.kind), Text(row.dimension)}));
    }
    for (const SampleRow& row : part_->samples) {
      builder_.AddSample({Mapped(frames_, row.frame), Mapped(metrics_, row.metric), row.value});
    }
    for (VariableRow row : part_->variables) {
      row.source = Mapped(sources_, row.source);
      row.op = Mapped(ops_, row.op);
      for (StringId* text : {&row.name, &row.dtype, &row.slices}) *text = Text(*text);
      builder_.AddVariable(std::move(row));
    }
    builder_.SetTensorValues(JoinTensorValues(tables_.tensor_values, part_->tensor_values));
    for (BufferRow row : part_->buffers) {
      row.module = Mapped(modules_, row.module);
      row.op = Mapped(ops_, row.op);
      row.kind = Text(row.kind);
      builder_.AddBuffer(row);
    }
  }

  // Values of a day are moved, so that they never stand in memory twice.
  void AddSeries(Profile& part) {
    for (Series& series : part.series) {
      Series& to =
          builder_.SeriesOf(Mapped(metrics_, series.metric), Mapped(sources_, series.source),
                            Mapped(devices_, series.device));
      if (to.size() == 0) {
        to.time = std::move(series.time);
        to.value = std::move(series.value);
      } else {
        for (size_t i = 0; i < series.size(); ++i) to.Append(series.time[i], series.value[i]);
      }
    }
    part.series.clear();
  }

  std::vector<Profile> parts_;
  const MergedRuns runs_;
  MergeReport& report_;
  ProfileBuilder builder_;
  Profile& tables_;  // the builder's
  absl::flat_hash_map<OpKey, OpId> op_index_;
  absl::flat_hash_map<std::tuple<uint32_t, StringId, int64_t>, ModuleId> module_index_;  // by run
  absl::flat_hash_map<std::pair<StringId, StringId>, DeviceId> device_index_;
  absl::flat_hash_set<std::pair<OpId, StringId>> known_types_;
  absl::flat_hash_map<std::pair<uint32_t, int64_t>, StepId> step_of_number_;  // by run and number
  std::map<uint32_t, std::map<FactKey, FactPlace>> facts_;                    // by run

  // Of the part at hand: its rows in the merged profile.
  const Profile* part_ = nullptr;
  std::vector<uint32_t> run_of_;  // by group of sources
  std::vector<SourceId> sources_;
  std::vector<DeviceId> devices_;
  std::vector<TrackId> tracks_;
  std::vector<FrameId> frames_;
  std::vector<ModuleId> modules_;
  std::vector<OpId> ops_;
  std::vector<StepId> steps_;
  std::vector<MetricId> metrics_;
  std::optional<PackedTable<ExecId, ExecRow>::Reader> execs_;  // of the part at hand
  std::vector<char> dropped_;  // by exec row: an earlier part has it
  bool any_dropped_ = false;
  std::vector<char> apart_;  // by step: an earlier part tells it differently
  std::map<uint32_t, std::vector<EventId>> moved_;
};

}  // namespace

Profile Merge(std::vector<Profile> parts, MergeReport& report) {
  // Only values may decide, never the order in which files were named.
  const auto path = [](const Profile& part) {
    return part.sources.size() == 0 ? std::string_view()
                                    : part.strings[part.sources[SourceId(0)].path];
  };
  std::stable_sort(parts.begin(), parts.end(),
                   [&](const Profile& a, const Profile& b) { return path(a) < path(b); });
  MergedRuns runs = FindRuns(parts);
  if (parts.size() == 1 && !runs.any_joined) return std::move(parts[0]);
  return Merger(std::move(parts), std::move(runs), report).Run();
}

}  // namespace profiler
