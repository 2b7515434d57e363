#include "profiler/export/timeline/timeline_trace.h"

#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "profiler/analysis/metrics/job_times.h"
#include "profiler/analysis/metrics/metric_series.h"
#include "profiler/analysis/selection/framework_name.h"
#include "profiler/analysis/selection/shown_names.h"
#include "profiler/analysis/time/interval_index.h"
#include "profiler/base/run_context.h"
#include "profiler/base/status.h"
#include "profiler/export/timeline/graph/flows_by_end.h"
#include "profiler/export/timeline/graph/timeline_groups.h"
#include "profiler/export/timeline/graph/timeline_lanes.h"
#include "profiler/export/timeline/timeline.h"
#include "profiler/export/timeline/timeline_clock.h"
#include "profiler/export/timeline/timeline_counters.h"
#include "profiler/export/timeline/timeline_kineto.h"
#include "profiler/export/timeline/timeline_processes.h"
#include "profiler/export/timeline/timeline_writer.h"
#include "profiler/store/event_name.h"

namespace profiler {
namespace {

constexpr int64_t kMostLanesInOrder = 1024;  // further lanes of a track come after all other lanes

class TraceTimeline {
 public:
  TraceTimeline(const Selected& selected, const Query& query, TraceWriter& writer,
                const TimelineClock& clock)
      : selected_(selected),
        profile_(selected.profile()),
        names_(profile_, query),
        writer_(writer),
        clock_(clock),
        kineto_(profile_),
        groups_(profile_),
        processes_(writer),
        drawn_flows_(DrawnFlows()),
        starting_(profile_, drawn_flows_, &FlowRow::from),
        ending_(profile_, drawn_flows_, &FlowRow::to) {}

  absl::Status Draw(RunContext& context) {
    for (const TimelineGroup& group : groups_.all()) {
      pid_ = kNoProcess;
      next_tid_ = static_cast<int64_t>(group.tracks.size());
      for (size_t i = 0; i < group.tracks.size(); ++i) {
        PROFILER_RETURN_IF_ERROR(DrawTrack(group, static_cast<int64_t>(i), context));
      }
    }
    PROFILER_RETURN_IF_ERROR(DrawCounters(context));
    processes_.WriteOrder();
    return absl::OkStatus();
  }

  int64_t events() const { return events_; }
  int64_t counters() const { return counters_; }

 private:
  static constexpr int64_t kNoProcess = -1;

  // Metrics belong to no step. With -step, values between the start and end of a step are drawn.
  absl::Status DrawCounters(RunContext& context) {
    const bool all_steps = selected_.steps().all;
    const IntervalIndex times(JobTimes(selected_).StepTimes());
    CounterDrawer drawer(profile_, clock_, groups_, writer_, processes_);
    for (const MetricSeries& metric : PickSeries(selected_)) {
      const Series& series = *metric.series;
      for (uint64_t i = 0; i < series.size(); ++i) {
        if (i % kCheckEvery == 0) PROFILER_RETURN_IF_ERROR(context.Check());
        const int64_t time = series.time[i];
        if (time == kUnknown || !series.source.valid()) continue;
        const Int128 at = profile_.time_axis.FromStart(series.source, time);
        if (!all_steps && !times.Has(IntervalOf({at, at}).begin)) continue;
        drawer.Draw(series, i);
        ++counters_;
      }
    }
    return absl::OkStatus();
  }

  std::vector<uint32_t> DrawnFlows() {
    std::vector<uint32_t> drawn;
    uint32_t i = 0;
    for (const FlowRow& flow : profile_.flows.values()) {
      if (IsDrawn(flow.from) && IsDrawn(flow.to)) drawn.push_back(i);
      ++i;
    }
    return drawn;
  }

  bool IsDrawn(EventId id) {
    const Events& events = profile_.events[id.track];
    return selected_.steps().Has(events.step[id.row]) &&
           selected_.source_filter().Has(profile_.tracks[id.track]) && names_.Has(events, id.row);
  }

  absl::Status DrawTrack(const TimelineGroup& group, int64_t position, RunContext& context) {
    const TrackId id = group.tracks[static_cast<size_t>(position)];
    const Events& events = profile_.events[id];
    const SourceId source = profile_.tracks[id].source;
    const bool nests = Nests(id);
    tids_.clear();
    starting_.StartTrack(id);
    ending_.StartTrack(id);
    FlatLanes flat;
    NestedLanes nested;
    for (uint32_t e = 0; e < events.size(); ++e) {
      if (e % kCheckEvery == 0) PROFILER_RETURN_IF_ERROR(context.Check());
      if (!IsDrawn({id, e})) continue;
      if (pid_ == kNoProcess) pid_ = processes_.Add(group.name, groups_.SortKey(group));
      const Int128 begin = clock_.At(source, events.begin[e]), end = begin + events.duration[e];
      const int64_t lane = nests ? nested.Place(begin, end) : flat.Place(begin, end);
      const TraceLane place{pid_, TidOf(id, position, lane)};
      starts_.clear();
      ends_.clear();
      starting_.ForEach(e, [&](uint32_t flow) { starts_.push_back(flow); });
      ending_.ForEach(e, [&](uint32_t flow) { ends_.push_back(flow); });
      DrawEvent({id, e}, place, begin);
      DrawArrows(place, begin);
      ++events_;
    }
    return absl::OkStatus();
  }

  bool Nests(TrackId id) const {
    const TrackKind kind = profile_.tracks[id].kind;
    return kind == TrackKind::kThread || kind == TrackKind::kMarker;
  }

  // The thread id for a lane of the track. The first use writes the thread's name.
  int64_t TidOf(TrackId track, int64_t position, int64_t lane) {
    while (static_cast<int64_t>(tids_.size()) <= lane) {
      const auto made = static_cast<int64_t>(tids_.size());
      tids_.push_back(made == 0 ? position : next_tid_++);
      const std::string_view name = profile_.strings[profile_.tracks[track].name];
      const TraceLane place{pid_, tids_.back()};
      if (made == 0) {
        writer_.NameThread(place, name);
      } else {
        writer_.NameLaneOf(place, tids_.front(), fmt::format("{} ({})", name, made + 1));
      }
      writer_.SortThread(place,
                         position * kMostLanesInOrder + std::min(made, kMostLanesInOrder - 1));
    }
    return tids_[static_cast<size_t>(lane)];
  }

  void DrawEvent(EventId event, TraceLane place, Int128 begin) {
    const Events& events = profile_.events[event.track];
    const Strings& strings = profile_.strings;
    const uint32_t e = event.row;
    const StringId name = EventName(profile_, events, e);
    args_.Clear();
    if (!events.detail.empty() && events.detail[e].valid()) {
      args_.Text("detail", strings[events.detail[e]]);
    }
    const StringId op = FrameworkName(profile_, events.op[e]);
    if (op.valid() && !(op == name)) args_.Text("op", strings[op]);
    const StepId step = events.step[e];
    const int64_t number = step.valid() ? profile_.steps[step].number : kUnknown;
    if (number != kUnknown) args_.Integer("step", number);
    const std::string_view kineto = kineto_.Category(event);
    if (!kineto.empty()) AddLaunchArgs(event, kineto);
    const std::string_view category = !kineto.empty() ? kineto : op.valid() ? "Op" : "Event";
    if (!events.kind.empty() && events.kind[e] == EventKind::kInstant) {
      writer_.Instant(place, begin, category, strings[name], args_);
    } else {
      writer_.Slice(place, begin, events.duration[e], category, strings[name], args_);
    }
  }

  // Adds the arguments that readers of Kineto's traces use to find a kernel's launch and its
  // device.
  void AddLaunchArgs(EventId event, std::string_view category) {
    const TrackRow& track = profile_.tracks[event.track];
    const int64_t device = profile_.devices[track.device].ordinal;
    if (profile_.devices[track.device].kind == DeviceKind::kGpu) {
      if (device != kUnknown) args_.Integer("device", device);
      args_.Integer("stream", track.sort_key);
    }
    if (const std::string_view key = KinetoLaunchKey(category); !key.empty()) {
      const auto launches = [&](uint32_t flow) {
        return profile_.flows.Member<&FlowRow::kind>(flow) == FlowKind::kLaunch;
      };
      if (std::any_of(starts_.begin(), starts_.end(), launches)) {
        args_.Integer(key, LaunchId(event));
      }
    }
    for (const uint32_t flow : ends_) {
      const FlowRow row = profile_.flows[flow];
      if (row.kind != FlowKind::kLaunch) continue;
      const EventId from = row.from;
      const std::string_view key = KinetoLaunchKey(kineto_.Category(from));
      if (!key.empty()) args_.Integer(key, LaunchId(from));
    }
  }

  // An arrow id that is unique for each launching event.
  static Int128 LaunchId(EventId from) {
    return (static_cast<Int128>(from.track.row()) << 32) + from.row + 1;
  }

  void DrawArrows(TraceLane place, Int128 begin) {
    static constexpr std::string_view kCategories[] = {"Launch", "DataFlow", "Async"};
    const auto category = [this](uint32_t flow) {
      const FlowRow row = profile_.flows[flow];
      const std::string_view kineto = kineto_.Arrow(row);
      return kineto.empty() ? kCategories[static_cast<size_t>(row.kind)] : kineto;
    };
    for (const uint32_t flow : starts_) {
      writer_.ArrowBegin(place, begin, category(flow), "flow", flow);
    }
    for (const uint32_t flow : ends_) writer_.ArrowTo(place, begin, category(flow), "flow", flow);
  }

  const Selected& selected_;
  const Profile& profile_;
  ShownNames names_;
  TraceWriter& writer_;
  const TimelineClock& clock_;
  const KinetoNames kineto_;
  const TimelineGroups groups_;
  TimelineProcesses processes_;
  const std::vector<uint32_t> drawn_flows_;
  FlowsByEnd starting_, ending_;
  std::vector<uint32_t> starts_, ends_;  // flows from, and to, the current event
  TraceArgs args_;
  int64_t pid_ = kNoProcess;   // of the current group, after the group's first event
  int64_t next_tid_ = 0;       // for the group's lanes after the first of each track
  std::vector<int64_t> tids_;  // of the current track, by lane
  int64_t events_ = 0, counters_ = 0;
};

// Returns how many events were drawn.
absl::StatusOr<int64_t> DrawEvents(const Selected& selected, const Query& query,
                                   const TimelineClock& clock, TraceWriter& writer,
                                   RunContext& context) {
  TraceTimeline timeline(selected, query, writer, clock);
  PROFILER_RETURN_IF_ERROR(timeline.Draw(context));
  if (timeline.events() == 0 && timeline.counters() == 0) {
    return absl::NotFoundError("-output timeline: no event is left to draw");
  }
  return timeline.events();
}

}  // namespace

absl::StatusOr<ExportResult> ExportTraceTimeline(const Selected& selected, const Query& query,
                                                 const ExportParams& params, OutputFiles& files,
                                                 RunContext& context) {
  const Profile& profile = selected.profile();
  PROFILER_RETURN_IF_ERROR(selected.CheckSteps());
  PROFILER_ASSIGN_OR_RETURN(const std::unique_ptr<OutputFile> file, files.Create(params.outfile));
  const TimelineClock clock(profile);
  TraceWriter writer(*file, clock.base_ns());
  PROFILER_ASSIGN_OR_RETURN(int64_t events, DrawEvents(selected, query, clock, writer, context));
  size_t unplaced = profile.unplaced.size();
  if (params.base != nullptr) {
    const TimelineClock base_clock(params.base->profile());
    writer.StartBase(clock.start() - base_clock.start());
    PROFILER_RETURN_IF_ERROR(params.base->CheckSteps());
    PROFILER_ASSIGN_OR_RETURN(const int64_t of_base,
                              DrawEvents(*params.base, query, base_clock, writer, context));
    events += of_base;
    unplaced += params.base->profile().unplaced.size();
  }
  PROFILER_RETURN_IF_ERROR(writer.Close());
  ExportResult result;
  AddTimelineBanner(fmt::format("{} events", events), params.outfile, result);
  if (unplaced > 0) {
    result.notes.push_back(
        {"not_placed", Severity::kWarning,
         fmt::format("{} executions are not drawn: they have no start, or a time that no axis can "
                     "hold",
                     unplaced)});
  }
  return result;
}

}  // namespace profiler
