#include "profiler/store/transform/window.h"

#include <algorithm>
#include <limits>
#include <tuple>
#include <utility>
#include <vector>

#include "absl/container/flat_hash_set.h"
#include "profiler/store/facts.h"
#include "profiler/store/transform/to_builder.h"
#include "profiler/store/transform/window_events.h"

namespace profiler {
namespace {

int64_t Clamped(Int128 time) {
  constexpr Int128 kLeast = std::numeric_limits<int64_t>::min();
  constexpr Int128 kMost = std::numeric_limits<int64_t>::max();
  return static_cast<int64_t>(std::clamp(time, kLeast, kMost));
}

// The number of columns in all tables that refer to snapshots.
#define PROFILER_SNAPSHOTS_OF(how, field, Name, ...) \
  +RowSchema<table::Name::Row>::kOfType<SnapshotId>
constexpr size_t kRefersToSnapshots = 0 PROFILER_TABLES(PROFILER_SNAPSHOTS_OF);
#undef PROFILER_SNAPSHOTS_OF

#define PROFILER_TIMES_OF(how, field, Name, ...) +RowSchema<table::Name::Row>::kCoded<Coding::kTime>
static_assert(0 PROFILER_TABLES(PROFILER_TIMES_OF) == 10, "each time is cut somewhere below");
#undef PROFILER_TIMES_OF

class Cutter {
 public:
  Cutter(const Profile& whole, TimeWindow window, WindowReport& report)
      : whole_(whole),
        report_(report),
        builder_(ToBuilder(whole, BuilderEvents::kNone)),
        tables_(builder_.Restore()) {
    for (uint32_t s = 0; s < whole.sources.size(); ++s) {
      // A window without an end has no end in the sources' times either.
      const Int128 start = whole.time_axis.start - whole.time_axis.zero[SourceId(s)];
      const bool ends = window.to != TimeWindow().to;
      windows_.push_back({Clamped(start + window.from),
                          ends ? Clamped(start + window.to) : std::numeric_limits<int64_t>::max()});
    }
  }

  Profile Cut() {
    FindSourcesOfDevices();
    CutEvents();
    CutRecorded();
    CutSnapshots();
    CutOthers();
    CutSteps();
    return builder_.Build();
  }

 private:
  void CutEvents() {
    std::vector<char> has_flow(whole_.tracks.size());
    for (const FlowRow& flow : whole_.flows.values()) {
      has_flow[flow.from.track.row()] = has_flow[flow.to.track.row()] = 1;
    }
    std::vector<std::vector<uint32_t>> moved(whole_.tracks.size());
    for (uint32_t t = 0; t < whole_.tracks.size(); ++t) {
      const TrackId track(t);
      const WindowEvents events(whole_.events[track], WindowOf(whole_.tracks[track].source));
      events.CopyTo(tables_.events[track], report_);
      if (has_flow[t]) moved[t] = events.moved();
    }
    for (FlowRow flow : whole_.flows.values()) {
      flow.from.row = moved[flow.from.track.row()][flow.from.row];
      flow.to.row = moved[flow.to.track.row()][flow.to.row];
      if (flow.from.row != WindowEvents::kGone && flow.to.row != WindowEvents::kGone) {
        builder_.AddFlow(flow);
      }
    }
  }

  SourceId SourceOf(const SnapshotRow& row) const { return SourceOf(row.step, row.device); }
  SourceId SourceOf(const AllocationRow& row) const {
    return row.source.valid() ? row.source : SourceOf(row.step, row.device);
  }

  const SourceWindow& WindowOf(SourceId source) const { return windows_[source.row()]; }

  // The source that recorded the device's facts of the step; invalid if unknown.
  SourceId SourceOf(StepId step, DeviceId device) const {
    if (step.valid()) return whole_.steps[step].source;
    if (whole_.sources.size() == 1) return SourceId(0);
    return device.valid() ? source_of_device_[device.row()] : SourceId();
  }

  // Finds devices that only one source has tracks of.
  void FindSourcesOfDevices() {
    source_of_device_.resize(whole_.devices.size());
    std::vector<char> is_shared(whole_.devices.size());
    for (const TrackRow& track : whole_.tracks.values()) {
      if (!track.device.valid()) continue;
      SourceId& source = source_of_device_[track.device.row()];
      if (source.valid() && !(source == track.source)) is_shared[track.device.row()] = 1;
      source = track.source;
    }
    for (uint32_t d = 0; d < is_shared.size(); ++d) {
      if (is_shared[d] != 0) source_of_device_[d] = SourceId();
    }
  }

  // Whether the op has an event in the window and in the step.
  bool Ran(OpId op, StepId step) {
    if (!found_runs_) {
      for (const Events& events : tables_.events.values()) {
        for (size_t e = 0; e < events.size(); ++e) {
          if (events.op[e].valid()) ran_.insert({events.op[e], events.step[e]});
        }
      }
      found_runs_ = true;
    }
    return ran_.contains({op, step});
  }

  bool KeepsUntimed(OpId op, StepId step) {
    const bool keeps = Ran(op, step);
    report_.untimed_facts += keeps ? 0 : 1;
    return keeps;
  }

  // Whether a fact of a step is kept: its time is in the window or, if the fact has no time, its op
  // ran in the window.
  template <typename Row>
  bool Keeps(const Row& row) {
    const SourceId source = SourceOf(row);
    if (row.time == kUnknown || !source.valid()) return KeepsUntimed(row.op, row.step);
    return WindowOf(source).HasMoment(row.time);
  }

  void CutRecorded() {
    static_assert(RowSchema<ExecRow>::kCoded<Coding::kTime> == 2 &&
                      RowSchema<ExecRow>::kCoded<Coding::kWide> == 2,
                  "KeepPart cuts these times");
    tables_.recorded_execs.clear();
    for (const ExecRow& row : whole_.recorded_execs.values()) {
      const SourceId source = SourceOf(row.step, row.device);
      if (row.first_start == kUnknown || row.last_end == kUnknown || !source.valid()) {
        if (KeepsUntimed(row.op, row.step)) KeepPart(row, SourceWindow{0, 0});
        continue;
      }
      const SourceWindow& window = WindowOf(source);
      if (row.first_start >= window.from && row.last_end <= window.to &&
          window.Overlaps(row.first_start, row.last_end)) {
        builder_.AddExec(row);
      } else if (window.Overlaps(row.first_start, row.last_end) || Ran(row.op, row.step)) {
        KeepPart(row, window);
      }
    }
  }

  // A total cannot be split by time, so runs and times are taken from events.
  void KeepPart(ExecRow row, const SourceWindow& window) {
    report_.untold_totals += row.cpu_time != 0 || row.accelerator_time != 0 ? 1 : 0;
    row.cpu_time = row.accelerator_time = 0;
    row.runs = kUnknown;
    const bool is_timed = row.first_start != kUnknown && row.last_end != kUnknown;
    if (is_timed && window.Overlaps(row.first_start, row.last_end)) {
      row.first_start = std::max(row.first_start, window.from);
      row.last_end = std::min(row.last_end, window.to);
    } else {
      row.first_start = row.last_end = kUnknown;
    }
    builder_.AddExec(row);
  }

  void CutSnapshots() {
    static_assert(kRefersToSnapshots == 1, "only outputs are given their new rows here");
    tables_.snapshots = {};
    std::vector<SnapshotId> moved;
    for (const SnapshotRow& row : whole_.snapshots.values()) {
      moved.push_back(Keeps(row) ? builder_.AddSnapshot(row) : SnapshotId());
    }
    tables_.outputs.clear();
    for (OutputRow row : whole_.outputs.values()) {
      row.snapshot = moved[row.snapshot.row()];
      if (row.snapshot.valid()) builder_.AddOutput(row);
    }
  }

  void CutOthers() {
    std::erase_if(tables_.allocations, [&](const AllocationRow& row) { return !Keeps(row); });
    std::erase_if(tables_.lanes_seen,
                  [&](const LaneSeenRow& row) { return !KeepsUntimed(row.op, row.step); });
    CutSeries();
    CutKept();
    report_.unplaced_events = static_cast<int64_t>(tables_.unplaced.size());
    tables_.unplaced.clear();
    report_.untimed_facts += static_cast<int64_t>(tables_.samples.size());
    tables_.samples.clear();
  }

  // Sums of events that were left out are kept if their whole step is.
  void CutKept() {
    const auto is_cut = [&](const auto& row) {
      const bool stays = row.step.valid() && IsInside(whole_.steps[row.step]);
      report_.untimed_facts += stays ? 0 : 1;
      return !stays;
    };
    tables_.kept_execs.clear();
    for (const KeptExecRow& row : whole_.kept_execs.values()) {
      if (!is_cut(row)) tables_.kept_execs.push_back(row);
    }
    tables_.work_times.clear();
    for (const WorkTimeRow& row : whole_.work_times.values()) {
      if (!is_cut(row)) tables_.work_times.push_back(row);
    }
    std::erase_if(tables_.step_parts, is_cut);
  }

  bool IsInside(const StepRow& step) const {
    const SourceWindow& window = WindowOf(step.source);
    return step.begin != kUnknown && step.end != kUnknown && step.begin >= window.from &&
           step.end <= window.to;
  }

  void CutSeries() {
    for (Series& series : tables_.series) {
      const auto is_out = [&](int64_t time) {
        return time == kUnknown || !series.source.valid() ||
               !WindowOf(series.source).HasMoment(time);
      };
      // Sorted by time, so the values in the window are contiguous.
      size_t first = 0, last = series.size();
      while (first < last && is_out(series.time[first])) ++first;
      while (first < last && is_out(series.time[last - 1])) --last;
      series.time = series.time.Part(first, last - first);
      series.value = {series.value.begin() + static_cast<ptrdiff_t>(first),
                      series.value.begin() + static_cast<ptrdiff_t>(last)};
    }
    std::erase_if(tables_.series, [](const Series& series) { return series.size() == 0; });
  }

  // Calls fact(step) for everything in the tables that refers to a step, except steps.
  template <typename Fact>
  void ForEachStepOfFact(const Fact& fact) {
    static_assert(RowSchema<EventRow>::kOfType<StepId> == 1);
    for (uint32_t t = 0; t < tables_.events.size(); ++t) {
      for (StepId& step : tables_.events[TrackId(t)].step) fact(step);
    }
    const auto visit = [&](auto& member) {
      if constexpr (std::is_same_v<std::remove_reference_t<decltype(member)>, StepId>) fact(member);
    };
    EachTable([&](auto of) {
      using Table = decltype(of);
      if constexpr (PlainTable<Table> && Table::kField != 0 &&
                    !std::is_same_v<typename Table::Id, StepId> &&
                    RowSchema<typename Table::Row>::template kOfType<StepId> != 0) {
        ChangeEach(RowsOf(tables_, of), [&](typename Table::Row& row) { EachMember(row, visit); });
      }
    });
  }

  void CutSteps() {
    std::vector<char> stays(whole_.steps.size());
    ForEachStepOfFact([&](StepId step) {
      if (step.valid()) stays[step.row()] = 1;
    });
    tables_.steps = {};
    std::vector<StepId> moved(whole_.steps.size());
    for (uint32_t s = 0; s < whole_.steps.size(); ++s) {
      const StepRow& step = whole_.steps[StepId(s)];
      const bool is_timed = step.begin != kUnknown && step.end != kUnknown;
      if (!stays[s] && !(is_timed && WindowOf(step.source).Overlaps(step.begin, step.end)))
        continue;
      moved[s] = StepId(static_cast<uint32_t>(tables_.steps.size()));
      tables_.steps.push_back(CutStep(step));
    }
    ForEachStepOfFact([&](StepId& step) {
      if (step.valid()) step = moved[step.row()];
    });
    LinkSteps(moved);
  }

  StepRow CutStep(StepRow step) const {
    const SourceWindow& window = WindowOf(step.source);
    static_assert(RowSchema<StepRow>::kCoded<Coding::kTime> == 2, "these are all times of a step");
    for (int64_t* time : {&step.begin, &step.end}) {
      if (*time == kUnknown) continue;
      const int64_t inside = std::clamp(*time, window.from, window.to);
      // A step that covers the whole recording covers the whole window.
      step.partial |= *time != inside && step.found_by != StepFoundBy::kWhole;
      *time = inside;
    }
    return step;
  }

  // Of several rows for one step, the others now count as the first row that is kept.
  void LinkSteps(const std::vector<StepId>& moved) {
    static_assert(RowSchema<StepRow>::kOfType<StepId> == 1, "a step refers to no other step");
    std::vector<StepId> first(whole_.steps.size());
    for (uint32_t s = 0; s < whole_.steps.size(); ++s) {
      if (!moved[s].valid()) continue;
      const StepId of = whole_.steps[StepId(s)].counts_as;
      StepId& main = first[of.valid() ? of.row() : s];
      tables_.steps[moved[s]].counts_as = main;
      if (!main.valid()) main = moved[s];
    }
  }

  const Profile& whole_;
  WindowReport& report_;
  ProfileBuilder builder_;
  Profile& tables_;                    // the builder's
  std::vector<SourceWindow> windows_;  // by source
  std::vector<SourceId> source_of_device_;
  bool found_runs_ = false;
  absl::flat_hash_set<std::pair<OpId, StepId>> ran_;
};

}  // namespace

Profile CutToWindow(const Profile& profile, TimeWindow window, WindowReport& report) {
  return Cutter(profile, window, report).Cut();
}

}  // namespace profiler
