#include "profiler/store/transform/merge.h"

#include <algorithm>
#include <map>
#include <tuple>
#include <utility>

#include "absl/container/flat_hash_map.h"
#include "absl/container/flat_hash_set.h"
#include "profiler/store/builder.h"
#include "profiler/store/facts.h"
#include "profiler/store/tensor_values.h"
#include "profiler/store/transform/merge_devices.h"
#include "profiler/store/transform/merge_ops.h"
#include "profiler/store/transform/merge_part.h"
#include "profiler/store/transform/merge_repeats.h"
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
        tables_(builder_.Restore()),
        part_(builder_),
        ops_(builder_, tables_),
        repeated_(parts_, part_, report) {}

  Profile Run() {
    for (size_t i = 0; i < parts_.size(); ++i) AddPart(i);
    return builder_.Build();
  }

 private:
  void AddPart(size_t i) {
    part_.profile = &parts_[i];
    // Names all members, so that the compiler rejects a new one that is not handled below. Import
    // rows are summarized for all files together, and totals are computed again.
    [[maybe_unused]] const auto& [identity, strings, sources, devices, tracks, events, steps, ops,
                                  frames, flows, snapshots, allocations, outputs, recorded_execs,
                                  lanes_seen, unplaced, metrics, samples, series, modules, buffers,
                                  variables, tensor_values, kept_execs, step_parts, work_times,
                                  import_rows, lazy_execs, time_axis] = *part_.profile;
    part_.run_of = runs_.of[i];
    AddPlaces();
    AddFrames();
    ops_.Add(part_);
    repeated_.Find(i);
    AddSteps();
    AddFacts();
    AddRest();
    AddSeries(parts_[i]);
  }

  void AddPlaces() {
    part_.sources.clear();
    part_.devices.clear();
    part_.tracks.clear();
    for (const SourceRow& from : part_.profile->sources.values()) {
      SourceRow row = part_.InMerged(from);
      row.run_group = part_.run_of[row.run_group];
      part_.sources.push_back(builder_.AddSource(row));
    }
    const std::vector<uint32_t> key_run = KeyRunOfDevices(*part_.profile, part_.run_of);
    for (uint32_t i = 0; i < part_.profile->devices.size(); ++i) {
      AddDevice(part_.InMerged(part_.profile->devices[DeviceId(i)]), key_run[i]);
    }
    for (const TrackRow& row : part_.profile->tracks.values()) {
      part_.tracks.push_back(builder_.Track(part_.InMerged(row, part_.sources, part_.devices)));
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
    part_.devices.push_back(it->second);
  }

  void AddFrames() {
    static_assert(RowSchema<FrameRow>::kOfType<FrameId> == 1, "a parent comes before its children");
    part_.frames.clear();
    for (const FrameRow& row : part_.profile->frames.values()) {
      part_.frames.push_back(builder_.Frame(part_.InMerged(row, part_.frames)));
    }
  }

  void AddSteps() {
    part_.steps.clear();
    absl::flat_hash_set<std::pair<uint32_t, int64_t>> seen;  // group and number, in this part
    for (uint32_t s = 0; s < part_.profile->steps.size(); ++s) {
      const StepRow& row = part_.profile->steps[StepId(s)];
      const uint32_t group = part_.GroupOf(row);
      StepRow own = row;
      static_assert(RowSchema<StepRow>::kOfType<StepId> == 1, "which is found anew");
      own.counts_as = StepId();
      const StepId step = builder_.Step(Mapped(part_.sources, row.source), row.number);
      StepRow& merged = builder_.step(step);
      merged = part_.InMerged(own, part_.sources, part_.steps);
      const bool was_apart = !seen.insert({group, row.number}).second && !row.counts_as.valid();
      if (!repeated_.IsApart(s) && !was_apart) {
        auto [first, is_new] = step_of_number_.try_emplace({part_.run_of[group], row.number}, step);
        if (!is_new) merged.counts_as = first->second;
      }
      part_.steps.push_back(step);
    }
  }

  void AddFacts() {
    for (uint32_t t = 0; t < part_.profile->tracks.size(); ++t) AddEvents(TrackId(t));
    AddRows(part_.profile->recorded_execs, tables_.recorded_execs);
    AddRows(part_.profile->kept_execs, tables_.kept_execs);
    std::vector<SnapshotId> snapshots;
    for (const SnapshotRow& row : part_.profile->snapshots.values()) {
      const bool drops = repeated_.IsDropped(row.op, row.step, row.device);
      snapshots.push_back(drops ? SnapshotId() : builder_.AddSnapshot(part_.Fact(row)));
    }
    for (const OutputRow& row : part_.profile->outputs.values()) {
      const OutputRow merged = part_.InMerged(row, snapshots);
      if (merged.snapshot.valid()) builder_.AddOutput(merged);
    }
    AddRows(part_.profile->allocations, tables_.allocations);
    AddRows(part_.profile->unplaced, tables_.unplaced);
    for (const LaneSeenRow& row : part_.profile->lanes_seen) builder_.AddLaneSeen(part_.Fact(row));
  }

  // Adds facts of executions, except facts of duplicate executions.
  template <typename Rows>
  void AddRows(const Rows& from, Rows& to) {
    for (const auto& row : Each(from)) {
      if constexpr (requires { row.track; }) {
        const DeviceId device = part_.profile->tracks[row.track].device;
        if (repeated_.IsDropped(row.op, row.step, device)) continue;
      } else {
        if (repeated_.IsDropped(row.op, row.step, row.device)) continue;
      }
      to.push_back(part_.Fact(row));
    }
  }

  void AddEvents(TrackId track) {
    const Events& events = part_.profile->events[track];
    const std::vector<char> is_dropped = repeated_.DroppedEvents(track);
    std::vector<EventId>& moved = moved_[track.row()];
    moved.clear();
    for (uint32_t e = 0; e < events.size(); ++e) {
      if (!is_dropped.empty() && is_dropped[e] != 0) {
        moved.emplace_back();
        continue;
      }
      const EventRow row = part_.InMerged(EventAt(events, e), part_.ops, part_.steps);
      moved.push_back(builder_.AddEvent(part_.tracks[track.row()], row));
    }
  }

  void AddRest() {
    static_assert(RowSchema<FlowRow>::kOfType<EventId> == 2);
    for (FlowRow flow : part_.profile->flows.values()) {
      flow.from = moved_[flow.from.track.row()][flow.from.row];
      flow.to = moved_[flow.to.track.row()][flow.to.row];
      if (flow.from.valid() && flow.to.valid()) builder_.AddFlow(part_.Fact(flow));
    }
    part_.metrics.clear();
    for (const MetricRow& row : part_.profile->metrics.values()) {
      part_.metrics.push_back(builder_.AddMetric(part_.InMerged(row)));
    }
    for (const SampleRow& row : part_.profile->samples) {
      builder_.AddSample(part_.InMerged(row, part_.sources, part_.devices, part_.frames, part_.ops,
                                        part_.steps, part_.metrics));
    }
    for (const VariableRow& row : part_.profile->variables) builder_.AddVariable(part_.Fact(row));
    builder_.SetTensorValues(JoinTensorValues(tables_.tensor_values, part_.profile->tensor_values));
    for (const BufferRow& row : part_.profile->buffers) builder_.AddBuffer(part_.Fact(row));
    for (const StepPartsRow& row : part_.profile->step_parts) {
      tables_.step_parts.push_back(part_.Fact(row));
    }
    for (const WorkTimeRow& row : part_.profile->work_times.values()) {
      tables_.work_times.push_back(part_.Fact(row));
    }
  }

  // Moves the values, so that a day of metrics is never in memory twice.
  void AddSeries(Profile& part) {
    static_assert(RowSchema<CounterRow>::kColumns == 5, "a series is of three, and has two");
    for (Series& series : part.series) {
      Series& to = builder_.SeriesOf(Mapped(part_.metrics, series.metric),
                                     Mapped(part_.sources, series.source),
                                     Mapped(part_.devices, series.device));
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
  ProfileBuilder builder_;
  Profile& tables_;  // the builder's
  MergedPart part_;  // the current one
  OpMerger ops_;
  RepeatedFacts repeated_;
  // By run, host and name.
  absl::flat_hash_map<std::tuple<uint32_t, StringId, StringId>, DeviceId> device_index_;
  absl::flat_hash_map<std::pair<uint32_t, int64_t>, StepId> step_of_number_;  // by run and number
  std::map<uint32_t, std::vector<EventId>> moved_;  // by track of the current part
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
