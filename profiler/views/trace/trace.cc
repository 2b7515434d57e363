#include "profiler/views/trace/trace.h"

#include <fmt/format.h>

#include <string>
#include <string_view>
#include <utility>

#include "profiler/analysis/selection/event_scan.h"
#include "profiler/analysis/selection/framework_name.h"
#include "profiler/analysis/selection/shown_names.h"
#include "profiler/analysis/selection/track_order.h"
#include "profiler/base/status.h"
#include "profiler/report/table.h"
#include "profiler/report/table_row.h"
#include "profiler/store/event_name.h"
#include "profiler/views/common/long_table.h"
#include "profiler/views/notes/empty_notes.h"
#include "profiler/views/notes/filter_notes.h"

namespace profiler {
namespace {

// Per event, how many events it lies in. A parent stands before its children.
std::vector<int32_t> Depths(const Events& events) {
  std::vector<int32_t> depths(events.size());
  for (size_t e = 0; e < events.parent.size(); ++e) {
    const uint32_t parent = events.parent[e];
    if (parent != UINT32_MAX) depths[e] = depths[parent] + 1;
  }
  return depths;
}

// Makes the rows of a trace, never many more at once than are shown.
class TraceRows {
 public:
  TraceRows(const Selected& selected, const Query& query)
      : selected_(selected),
        profile_(selected.profile()),
        query_(query),
        names_(profile_, query),
        table_(query, kMostTraceRows,
               StartTable("trace", "", "trace: A row is an event.", TraceColumns())) {}

  absl::StatusOr<Report> Make(RunContext& context) {
    for (const TrackId track : TracksInOrder(selected_)) {
      PROFILER_RETURN_IF_ERROR(AddTrack(track, context));
    }
    AddLimitNote();
    PROFILER_ASSIGN_OR_RETURN(Report report, std::move(table_).Finish(events_));
    if (events_ == 0) AddNoStepsNote(selected_, report);
    AddFilterNotes(profile_, query_, report);
    return report;
  }

 private:
  absl::Status AddTrack(TrackId id, RunContext& context) {
    const Events& events = profile_.events[id];
    const std::vector<int32_t> depths = Depths(events);
    return ForEachEvent(events, selected_.steps(), context, [&](uint32_t e) {
      ++events_;
      if (!names_.Has(events, e) || !table_.TakesMore()) return;
      AddRow(id, e, depths[e]);
      table_.RowAdded();
    });
  }

  void AddRow(TrackId id, uint32_t e, int32_t depth) {
    const TrackRow& track = profile_.tracks[id];
    const Events& events = profile_.events[id];
    const Strings& strings = profile_.strings;
    const StepId step = events.step[e];
    Report& report = table_.report();
    TableRow row(report, strings[EventName(profile_, events, e)],
                 {std::to_string(id.row()), std::to_string(e)});
    row.Text(strings[track.name])
        .Text(strings[FrameworkName(profile_, events.op[e])])
        .Number(step.valid() ? Known(profile_.steps[step].number) : kAbsent)
        .Number(profile_.time_axis.FromStart(track.source, events.begin[e]))
        .Number(events.duration[e])
        .Number(events.self[e])
        .Number(depth)
        .Text(strings[HostOf(profile_, track)])
        .Text(track.device.valid() ? strings[profile_.devices[track.device].name] : "");
    // In another order nothing stands below what holds it.
    if (query_.order_by_column.empty()) report.rows.back().depth = depth;
  }

  void AddLimitNote() {
    if (!table_.IsCut()) return;
    table_.report().notes.push_back(
        {"trace_limit", Severity::kWarning,
         fmt::format("only {} of {} events are shown: -from and -to or -step ask for a part, -top "
                     "for more, -output timeline writes all",
                     table_.most(), events_)});
  }

  const Selected& selected_;
  const Profile& profile_;
  const Query& query_;
  ShownNames names_;
  int64_t events_ = 0;  // in the steps and places that are asked about
  LongTable table_;
};

}  // namespace

std::vector<ReportColumn> TraceColumns() {
  using enum ColumnType;
  return {
      TableColumn("track", kText, Unit::kNone, "track", "The thread, stream or line it ran on."),
      TableColumn("op", kText, Unit::kNone, "op", "The op it worked for."),
      TableColumn("step", kNumber, Unit::kCount, "step", "The number of its step."),
      TableColumn("begin_us", kNumber, Unit::kMicros, "begin",
                  "When it began, from the profile's start."),
      TableColumn("duration_us", kNumber, Unit::kMicros, "duration",
                  "How long it took; in a window, the part of it inside."),
      TableColumn("self_us", kNumber, Unit::kMicros, "self",
                  "Its time without the events right below it."),
      TableColumn("depth", kNumber, Unit::kCount, "depth", "How many events it lies in."),
      TableColumn("host", kText, Unit::kNone, "host", "The host."),
      TableColumn("device", kText, Unit::kNone, "device", "The device that the track is of."),
  };
}

absl::StatusOr<Report> TraceView(const Selected& selected, const Query& query,
                                 RunContext& context) {
  PROFILER_RETURN_IF_ERROR(selected.CheckSteps());
  return TraceRows(selected, query).Make(context);
}

}  // namespace profiler
