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
#include "profiler/store/derive/work_of_ops.h"
#include "profiler/store/facts.h"
#include "profiler/store/tensor_values.h"
#include "profiler/store/transform/merge_devices.h"
#include "profiler/store/transform/merge_facts.h"
#include "profiler/store/transform/merge_rows.h"
#include "profiler/store/transform/merge_runs.h"
#include "profiler/store/transform/step_offsets.h"

namespace profiler {
namespace {

// Adds one part after another to a builder, without facts that an earlier part of the same run has.
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
  // (run, kind, module and its program, scope, name, input shapes, input types, frame if the format
  // identifies ops by it)
  using OpKey = std::tuple<uint32_t, OpKind, StringId, int64_t, StringId, StringId, StringId,
                           StringId, FrameId>;
  // (op, step number, rank, device), ids of the merged profile: ranks of one host share devices.
  using FactKey = std::tuple<OpId, int64_t, int64_t, DeviceId>;
  struct FactPlace {
    size_t part;
    ExecId row;
    uint32_t group;  // the part's number of the run
  };

  StringId Text(StringId id) { return id.valid() ? builder_.Intern((*part_).strings[id]) : id; }
  // Maps the ids of a row: those of texts, and those of the tables to which `maps` belong.
  template <typename Row, typename... Maps>
  Row InMerged(Row row, const Maps&... maps) {
    MapRow(
        row, [this](StringId id) { return Text(id); }, maps...);
    return row;
  }

  void AddPart(size_t i) {
    part_ = &parts_[i];
    // Names all members, so that the compiler rejects a new one that is not handled below. Import
    // rows are summarized for all files together, and totals are computed again.
    [[maybe_unused]] const auto& [identity, strings, sources, devices, tracks, events, steps, ops,
                                  frames, flows, snapshots, allocations, outputs, recorded_execs,
                                  lanes_seen, unplaced, metrics, samples, series, modules, buffers,
                                  variables, tensor_values, kept_execs, step_parts, work_times,
                                  import_rows, lazy_execs, time_axis] = *part_;
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
    for (const SourceRow& from : part_->sources.values()) {
      SourceRow row = InMerged(from);
      row.run_group = run_of_[row.run_group];
      sources_.push_back(builder_.AddSource(row));
    }
    const std::vector<uint32_t> key_run = KeyRunOfDevices(*part_, run_of_);
    for (uint32_t i = 0; i < part_->devices.size(); ++i) {
      AddDevice(InMerged(part_->devices[DeviceId(i)]), key_run[i]);
    }
    for (const TrackRow& row : part_->tracks.values()) {
      tracks_.push_back(builder_.Track(InMerged(row, sources_, devices_)));
    }
  }

  // One row per host and name, and per run of KeyRunOfDevices(). If parts differ, the value of the
  // first part that has one is used.
  void AddDevice(const DeviceRow& row, uint32_t run) {
    static_assert(CountAlwaysKnown<DeviceRow>() == 1, "kind, of which the first part's counts");
    const DeviceId next(static_cast<uint32_t>(tables_.devices.size()));
    const auto [it, is_new] = device_index_.try_emplace({run, row.host, row.name}, next);
    if (is_new) {
      tables_.devices.push_back(row);
    } else {
      FillUnknown(builder_.device(it->second), row);
    }
    devices_.push_back(it->second);
  }

  void AddFrames() {
    static_assert(RowSchema<FrameRow>::kOfType<FrameId> == 1, "a parent comes before its children");
    frames_.clear();
    for (const FrameRow& row : part_->frames.values()) {
      frames_.push_back(builder_.Frame(InMerged(row, frames_)));
    }
  }

  // A module is of the run of its ops.
  std::vector<uint32_t> RunOfModules() const {
    const uint32_t first = run_of_.empty() ? 0 : run_of_[0];
    std::vector<uint32_t> runs(part_->modules.size(), first);
    for (const OpRow& op : part_->ops.row.values()) {
      if (op.module.valid()) runs[op.module.row()] = run_of_[op.run_group];
    }
    return runs;
  }

  void AddOps() {
    modules_.clear();
    ops_.clear();
    std::vector<char> is_new_op;
    const std::vector<uint32_t> runs = RunOfModules();
    for (uint32_t m = 0; m < part_->modules.size(); ++m) {
      const ModuleRow row = InMerged(part_->modules[ModuleId(m)]);
      const auto [it, is_new] = module_index_.try_emplace({runs[m], row.name, row.program_id});
      if (is_new) it->second = builder_.AddModule(row);
      static_assert(CountAlwaysKnown<ModuleRow>() == 0, "all of it is filled in where unknown");
      FillUnknown(tables_.modules[it->second], row);
      modules_.push_back(it->second);
    }
    for (const OpRow& from : part_->ops.row.values()) {
      const ModuleRow module = from.module.valid() ? part_->modules[from.module] : ModuleRow();
      OpRow row = InMerged(WithoutOps(from), modules_, frames_, devices_, ops_);
      row.run_group = run_of_[row.run_group];
      auto [it, is_new] = op_index_.try_emplace(
          OpKey{row.run_group, row.kind, Text(module.name), module.program_id, row.scope, row.name,
                row.input_shapes, row.input_types,
                row.kind == OpKind::kRuntime || row.kind == OpKind::kFrameworkOp ? row.frame
                                                                                 : FrameId()});
      if (is_new) it->second = builder_.AddOp(row);
      OpRow& merged = builder_.op(it->second);
      FillUnknown(merged, row);
      static_assert(CountAlwaysKnown<OpRow>() == 3, "eager; kind and run group are of the key");
      merged.eager = std::max(merged.eager, row.eager);
      ops_.push_back(it->second);
      is_new_op.push_back(is_new ? 1 : 0);
    }
    for (uint32_t i = 0; i < ops_.size(); ++i) AddOpLists(OpId(i), is_new_op[i]);
  }

  // Clears references to ops, because an op may refer to later ops. AddOpLists() sets them again.
  static OpRow WithoutOps(OpRow row) {
    EachMember(row, [](auto& member) {
      if constexpr (std::is_same_v<decltype(member), OpId&>) member = OpId();
    });
    return row;
  }

  void AddOpLists(OpId from, bool is_new) {
    // Names all lists, so that the compiler rejects a new one that is not handled below.
    [[maybe_unused]] const auto& [row, types, shape, inputs, output_shapes, attributes, dims] =
        part_->ops;
    const OpId to = ops_[from.row()];
    for (StringId type : part_->ops.types[from]) {
      if (known_types_.insert({to, Text(type)}).second) builder_.AddType(to, Text(type));
    }
    EachOfBoth(builder_.op(to), part_->ops.row[from], [&](auto& merged, const auto& op) {
      if constexpr (std::is_same_v<decltype(merged), OpId&>) {
        if (!merged.valid()) merged = Mapped(ops_, op);
      }
    });
    if (!is_new) return;
    for (int64_t dim : part_->ops.shape[from]) builder_.AddShapeDim(to, dim);
    for (const OpInput& input : part_->ops.inputs[from]) {
      builder_.AddInput(to, InMerged(InputFact{{input}, from}, ops_));
    }
    for (const OpOutputShape& shape : part_->ops.output_shapes[from]) {
      const auto first = part_->ops.dims.begin() + shape.first;
      builder_.AddOutputShape(to, shape.slot, {first, first + shape.count});
    }
    for (const OpAttribute& attribute : part_->ops.attributes[from]) {
      builder_.AddAttribute(to, InMerged(AttributeFact{{attribute}, from}, ops_));
    }
  }

  // Decides for each exec row whether it is a duplicate, and for each step whether it stays
  // separate. Duplicates within one part were found when it was made.
  void FindRepeated(size_t part) {
    execs_.emplace(part_->execs().row);
    work_.emplace(*part_);
    any_dropped_ = false;
    dropped_.assign(part_->execs().row.size(), 0);
    apart_.assign(part_->steps.size(), 0);
    for (uint32_t i = 0; i < dropped_.size(); ++i) {
      const ExecRow& row = (*execs_)[i];
      if (!row.step.valid()) continue;
      const uint32_t group = GroupOf(part_->steps[row.step]);
      auto [it, is_new] =
          facts_[run_of_[group]].try_emplace(KeyOf(row), FactPlace{part, ExecId(i), group});
      if (is_new || (it->second.part == part && it->second.group == group)) continue;
      const Profile& earlier_part = parts_[it->second.part];
      const ExecRow& earlier = earlier_part.execs().row[it->second.row];
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
      StepRow own = row;
      static_assert(RowSchema<StepRow>::kOfType<StepId> == 1, "which is found anew");
      own.counts_as = StepId();
      const StepId step = builder_.Step(Mapped(sources_, row.source), row.number);
      StepRow& merged = builder_.step(step);
      merged = InMerged(own, sources_, steps_);
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
    const SourceRow& source = part_->sources[part_->steps[row.step].source];
    const std::string_view host = part_->strings[source.host];
    if (source.rank != kUnknown || host.empty()) return;
    report_.first_conflict += fmt::format(", both of host {} and without a rank", host);
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
    AddRows(part_->recorded_execs, tables_.recorded_execs);
    AddRows(part_->kept_execs, tables_.kept_execs);
    std::vector<SnapshotId> snapshots;
    for (const SnapshotRow& row : part_->snapshots.values()) {
      const bool drops = IsDropped(row.op, row.step, row.device);
      snapshots.push_back(drops ? SnapshotId() : builder_.AddSnapshot(Fact(row)));
    }
    for (const OutputRow& row : part_->outputs.values()) {
      const OutputRow merged = InMerged(row, snapshots);
      if (merged.snapshot.valid()) builder_.AddOutput(merged);
    }
    AddRows(part_->allocations, tables_.allocations);
    AddRows(part_->unplaced, tables_.unplaced);
    for (const LaneSeenRow& row : part_->lanes_seen) builder_.AddLaneSeen(Fact(row));
  }

  // For rows that refer to sources, devices, ops and steps, but not to metrics.
  template <typename Row>
  Row Fact(const Row& row) {
    return InMerged(row, sources_, devices_, tracks_, frames_, modules_, ops_, steps_);
  }

  // Adds facts of executions, except facts of duplicate executions.
  template <typename Rows>
  void AddRows(const Rows& from, Rows& to) {
    for (const auto& row : Each(from)) {
      if constexpr (requires { row.track; }) {
        if (IsDropped(row.op, row.step, part_->tracks[row.track].device)) continue;
      } else {
        if (IsDropped(row.op, row.step, row.device)) continue;
      }
      to.push_back(Fact(row));
    }
  }

  void AddEvents(TrackId track) {
    const Events& events = part_->events[track];
    const std::vector<char> is_dropped = DroppedEvents(track);
    std::vector<EventId>& moved = moved_[track.row()];
    moved.clear();
    for (uint32_t e = 0; e < events.size(); ++e) {
      if (!is_dropped.empty() && is_dropped[e] != 0) {
        moved.emplace_back();
        continue;
      }
      const EventRow row = InMerged(EventAt(events, e), ops_, steps_);
      moved.push_back(builder_.AddEvent(tracks_[track.row()], row));
    }
  }

  // By event; empty if all stay. What is an op's work has no exec row of its own: it goes with the
  // op.
  std::vector<char> DroppedEvents(TrackId track) {
    if (!any_dropped_) return {};
    const Events& events = part_->events[track];
    const DeviceId device = part_->tracks[track].device;
    std::vector<char> is_dropped(events.size());
    for (uint32_t e = 0; e < events.size(); ++e) {
      is_dropped[e] = IsDropped(events.op[e], events.step[e], device) ? 1 : 0;
    }
    const std::vector<char> is_work = work_->Of(*part_, track);
    if (is_work.empty()) return is_dropped;
    std::vector<char> goes_with_op = is_dropped;    // also events without an op, within one
    for (uint32_t e = 0; e < events.size(); ++e) {  // parents come first
      if (is_work[e] == 0 && events.op[e].valid()) continue;
      const uint32_t parent = events.parent[e];
      goes_with_op[e] = parent == Events::kNoParent ? 0 : goes_with_op[parent];
      if (is_work[e] != 0) is_dropped[e] = goes_with_op[e];
    }
    return is_dropped;
  }

  void AddRest() {
    static_assert(RowSchema<FlowRow>::kOfType<EventId> == 2);
    for (FlowRow flow : part_->flows.values()) {
      flow.from = moved_[flow.from.track.row()][flow.from.row];
      flow.to = moved_[flow.to.track.row()][flow.to.row];
      if (flow.from.valid() && flow.to.valid()) builder_.AddFlow(Fact(flow));
    }
    metrics_.clear();
    for (const MetricRow& row : part_->metrics.values()) {
      metrics_.push_back(builder_.AddMetric(InMerged(row)));
    }
    for (const SampleRow& row : part_->samples) {
      builder_.AddSample(InMerged(row, sources_, devices_, frames_, ops_, steps_, metrics_));
    }
    for (const VariableRow& row : part_->variables) builder_.AddVariable(Fact(row));
    builder_.SetTensorValues(JoinTensorValues(tables_.tensor_values, part_->tensor_values));
    for (const BufferRow& row : part_->buffers) builder_.AddBuffer(Fact(row));
    for (const StepPartsRow& row : part_->step_parts) tables_.step_parts.push_back(Fact(row));
    for (const WorkTimeRow& row : part_->work_times.values()) {
      tables_.work_times.push_back(Fact(row));
    }
  }

  // Moves the values, so that a day of metrics is never in memory twice.
  void AddSeries(Profile& part) {
    static_assert(RowSchema<CounterRow>::kColumns == 5, "a series is of three, and has two");
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
  // By run, host and name.
  absl::flat_hash_map<std::tuple<uint32_t, StringId, StringId>, DeviceId> device_index_;
  absl::flat_hash_set<std::pair<OpId, StringId>> known_types_;
  absl::flat_hash_map<std::pair<uint32_t, int64_t>, StepId> step_of_number_;  // by run and number
  std::map<uint32_t, std::map<FactKey, FactPlace>> facts_;                    // by run

  // Maps from rows of the current part to rows of the merged profile.
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
  std::optional<PackedTable<ExecId, ExecRow>::Reader> execs_;  // of the current part
  std::optional<WorkOfOps> work_;                              // of the current part
  std::vector<char> dropped_;  // by exec row: an earlier part has it
  bool any_dropped_ = false;
  std::vector<char> apart_;  // by step: conflicts with an earlier part
  std::map<uint32_t, std::vector<EventId>> moved_;
};

void RenumberSteps(const MergedRuns& runs, std::vector<Profile>& parts, MergeReport& report) {
  StepOffsets offsets = FindStepOffsets(parts, runs);
  report.renumbered_sources = offsets.sources;
  report.first_renumbered = std::move(offsets.first);
  if (offsets.sources == 0) return;
  for (size_t p = 0; p < parts.size(); ++p) {
    for (uint32_t s = 0; s < parts[p].steps.size(); ++s) {
      StepRow& step = parts[p].steps[StepId(s)];
      if (IsStepCount(step.number)) step.number -= offsets.of[p][step.source.row()];
    }
  }
}

}  // namespace

Profile Merge(std::vector<Profile> parts, MergeReport& report) {
  // Sorts by values only, so that the order in which files were given does not matter.
  const auto path = [](const Profile& part) {
    return part.sources.size() == 0 ? std::string_view()
                                    : part.strings[part.sources[SourceId(0)].path];
  };
  std::stable_sort(parts.begin(), parts.end(),
                   [&](const Profile& a, const Profile& b) { return path(a) < path(b); });
  MergedRuns runs = FindRuns(parts);
  if (parts.size() == 1 && !runs.any_joined) return std::move(parts[0]);
  RenumberSteps(runs, parts, report);
  return Merger(std::move(parts), std::move(runs), report).Run();
}

}  // namespace profiler
