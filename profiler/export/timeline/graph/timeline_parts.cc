#include "profiler/export/timeline/graph/timeline_parts.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <utility>

#include "profiler/analysis/selection/event_scan.h"
#include "profiler/base/status.h"

namespace profiler {
namespace {

constexpr int32_t kNoPart = -1;

class Splitter {
 public:
  Splitter(const Selected& selected, bool merge_steps)
      : selected_(selected),
        profile_(selected.profile()),
        steps_(selected.steps()),
        source_filter_(selected.source_filter()),
        merge_(merge_steps) {}

  TimelineParts Split() {
    MakeParts();
    TakeEvents();
    TakeCounters();
    TakeRows(profile_.unplaced, &TimelinePart::unplaced,
             [&](const UnplacedRow& row) { return profile_.tracks[row.track].device; });
    TakeRows(profile_.allocations, &TimelinePart::allocations,
             [](const AllocationRow& row) { return row.device; });
    TakeSnapshots();
    TakeFlows();
    return std::move(parts_);
  }

 private:
  void MakeParts() {
    part_of_step_.assign(profile_.steps.size(), kNoPart);
    std::map<int64_t, std::vector<uint32_t>> by_number;
    for (uint32_t i = 0; i < profile_.steps.size(); ++i) {
      if (steps_.Has(StepId(i))) by_number[profile_.steps[StepId(i)].number].push_back(i);
    }
    if (merge_) {
      AddPart("", selected_);
      for (const auto& [number, steps] : by_number) {
        for (uint32_t step : steps) part_of_step_[step] = 0;
      }
      outside_ = steps_.all ? 0 : kNoPart;
      return;
    }
    for (const auto& [number, steps] : by_number) {
      const std::string suffix = number == kUnknown ? "_no_number" : fmt::format("_{}", number);
      const int32_t part = AddPart(
          suffix, number >= 0 ? selected_.WithSteps(StepSelection::One(number)) : selected_);
      for (uint32_t step : steps) part_of_step_[step] = part;
    }
  }

  int32_t AddPart(const std::string& suffix, const Selected& selected) {
    parts_.files.emplace_back(suffix, selected);
    return static_cast<int32_t>(parts_.files.size() - 1);
  }

  // The index of the part for executions outside every step, which the first call creates; kNoPart
  // unless all steps are selected.
  int32_t Outside() {
    if (outside_ == kNoPart && steps_.all) outside_ = AddPart("_outside_steps", selected_);
    return outside_;
  }

  TimelinePart* Find(StepId step, DeviceId device) {
    return source_filter_.Has(step, device) ? PartOf(step) : nullptr;
  }

  TimelinePart* PartOf(StepId step) {
    const int32_t part = step.valid() ? part_of_step_[step.row()] : Outside();
    return part == kNoPart ? nullptr : &parts_.files[part];
  }

  void TakeEvents() {
    for (const Track track : Tracks(selected_)) {
      const Events& events = track.events;
      for (uint32_t e = 0; e < events.size(); ++e) {
        TimelinePart* part = PartOf(events.step[e]);
        if (part != nullptr) part->events.push_back({track.id, e});
      }
    }
  }

  template <typename Row, typename DeviceOf>
  void TakeRows(const std::vector<Row>& rows, std::vector<uint32_t> TimelinePart::*taken,
                const DeviceOf& device_of) {
    for (uint32_t i = 0; i < rows.size(); ++i) {
      TimelinePart* part = Find(rows[i].step, device_of(rows[i]));
      if (part != nullptr) (part->*taken).push_back(i);
    }
  }

  void TakeSnapshots() {
    std::vector<int32_t> part_of;  // by snapshot: the step's part
    part_of.reserve(profile_.snapshots.size());
    profile_.snapshots.ForEachOf(
        [&](StepId step, DeviceId device) {
          TimelinePart* part = Find(step, device);
          if (part != nullptr) {
            part->snapshots.push_back(SnapshotId(static_cast<uint32_t>(part_of.size())));
          }
          part_of.push_back(part == nullptr ? kNoPart
                                            : static_cast<int32_t>(part - parts_.files.data()));
        },
        &SnapshotRow::step, &SnapshotRow::device);
    uint32_t output = 0;
    profile_.outputs.ForEachOf(
        [&](SnapshotId of) {
          const int32_t part = part_of[of.row()];
          if (part != kNoPart) parts_.files[part].outputs.push_back(output);
          ++output;
        },
        &OutputRow::snapshot);
  }

  // A counter value belongs to the step of its source that began last before the value's time. If
  // the source has no steps (e.g. it samples a whole node), steps of all sources are used.
  void TakeCounters() {
    StepsByTime of_all;
    std::map<SourceId, StepsByTime> by_source;
    for (uint32_t i = 0; i < profile_.steps.size(); ++i) {
      const StepRow& step = profile_.steps[StepId(i)];
      if (step.begin == kUnknown || step.end == kUnknown) continue;
      const Int128 begin = profile_.time_axis.At(step.source, step.begin);
      of_all.emplace_back(begin, StepId(i));
      by_source[step.source].emplace_back(begin, StepId(i));
    }
    std::sort(of_all.begin(), of_all.end());
    for (auto& [source, steps] : by_source) std::sort(steps.begin(), steps.end());
    for (uint32_t s = 0; s < profile_.series.size(); ++s) {
      const Series& series = profile_.series[s];
      const auto own = by_source.find(series.source);
      const StepsByTime& steps = own == by_source.end() ? of_all : own->second;
      for (uint64_t i = 0; i < series.size(); ++i) {
        const int64_t time = series.time[i];
        if (time == kUnknown || !series.source.valid()) continue;
        const StepId step = StepAt(profile_.time_axis.At(series.source, time), steps);
        TimelinePart* part = Find(step, series.device);
        if (part != nullptr) part->counters.push_back({s, i});
      }
    }
  }

  using StepsByTime = std::vector<std::pair<Int128, StepId>>;  // sorted by start time

  StepId StepAt(Int128 time, const StepsByTime& steps) const {
    const auto after = std::upper_bound(
        steps.begin(), steps.end(), time,
        [](Int128 at, const std::pair<Int128, StepId>& step) { return at < step.first; });
    if (after == steps.begin()) return StepId();
    const StepRow& last = profile_.steps[(after - 1)->second];
    return time <= profile_.time_axis.At(last.source, last.end) ? (after - 1)->second : StepId();
  }

  void TakeFlows() {
    const auto part_of = [&](EventId event) {
      const StepId step = profile_.events[event.track].step[event.row];
      const bool is_in = source_filter_.Has(profile_.tracks[event.track]);
      if (!is_in) return kNoPart;
      return step.valid() ? part_of_step_[step.row()] : outside_;
    };
    PackedTable<NoId, FlowRow>::Reader flows(profile_.flows);
    for (uint32_t i = 0; i < profile_.flows.size(); ++i) {
      const int32_t from = part_of(flows[i].from), to = part_of(flows[i].to);
      if (from == kNoPart || to == kNoPart) continue;
      if (from == to) {
        parts_.files[from].flows.push_back(i);
      } else {
        ++parts_.flows_between_files;
      }
    }
  }

  const Selected& selected_;
  const Profile& profile_;
  const SelectedSteps& steps_;
  const SourceFilter& source_filter_;
  const bool merge_;
  TimelineParts parts_;
  std::vector<int32_t> part_of_step_;
  int32_t outside_ = kNoPart;
};

}  // namespace

absl::StatusOr<TimelineParts> SplitTimeline(const Selected& selected, bool merge_steps) {
  PROFILER_RETURN_IF_ERROR(selected.CheckSteps());
  return Splitter(selected, merge_steps).Split();
}

}  // namespace profiler
