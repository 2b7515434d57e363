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
#include "profiler/report/column.h"
#include "profiler/report/table.h"
#include "profiler/store/event_name.h"
#include "profiler/views/common/long_table.h"
#include "profiler/views/common/place_names.h"
#include "profiler/views/notes/clocks_note.h"
#include "profiler/views/notes/empty_notes.h"
#include "profiler/views/notes/filter_notes.h"

namespace profiler {
namespace {

// The nesting depth of each event. A parent precedes its children.
std::vector<int32_t> Depths(const Events& events) {
  std::vector<int32_t> depths(events.size());
  for (size_t e = 0; e < events.parent.size(); ++e) {
    const uint32_t parent = events.parent[e];
    if (parent != UINT32_MAX) depths[e] = depths[parent] + 1;
  }
  return depths;
}

struct TraceRow {
  const Profile& profile;
  const TrackRow& track;
  const Events& events;
  uint32_t event;
  int32_t depth;

  StepId step() const { return events.step[event]; }
};

const std::vector<ColumnOf<TraceRow>>& TraceColumns() {
  using C = ColumnOf<TraceRow>;
  using Row = const TraceRow&;
  static const std::vector<C> kColumns = {
      C::Text("track", "track", "The thread, stream or line it ran on.",
              [](Row row) { return row.profile.strings[row.track.name]; }),
      C::Text("op", "op", "The op it worked for.",
              [](Row row) {
                return row.profile.strings[FrameworkName(row.profile, row.events.op[row.event])];
              }),
      C::Number("step", Unit::kCount, "step", "The number of its step.",
                [](Row row) {
                  return row.step().valid() ? Known(row.profile.steps[row.step()].number) : kAbsent;
                }),
      C::Number("begin_us", Unit::kMicros, "begin", "When it began, from the profile's start.",
                [](Row row) {
                  return row.profile.time_axis.FromStart(row.track.source,
                                                         row.events.begin[row.event]);
                })
          .As(ColumnRole::kBegin),
      C::Number("duration_us", Unit::kMicros, "duration",
                "How long it took; in a window, the part of it inside.",
                [](Row row) { return row.events.duration[row.event]; }),
      C::Number("self_us", Unit::kMicros, "self", "Its time without the events right below it.",
                [](Row row) { return row.events.selves()[row.event]; }),
      C::Number("depth", Unit::kCount, "depth", "How many events it lies in.", &TraceRow::depth),
      C::Text("host", "host", "The host.",
              [](Row row) { return row.profile.strings[HostOf(row.profile, row.track)]; }),
      C::Text("device", "device", "The device that the track is of.",
              [](Row row) { return NameOfDevice(row.profile, row.track.device); }),
  };
  return kColumns;
}

// Whether the query asks for a part of the events, or for an order of them.
bool AsksForPart(const Query& query) {
  const Selection& selection = query.selection;
  return selection.from.given() || selection.to.given() || !selection.steps.all() ||
         !query.where.all() || !query.show_names.all() || !query.order_by.empty();
}

absl::StatusOr<int64_t> CountEvents(const Selected& selected, RunContext& context) {
  int64_t events = 0;
  for (const TrackId track : TracksInOrder(selected)) {
    PROFILER_RETURN_IF_ERROR(ForEachEvent(selected.profile().events[track], selected.steps(),
                                          context, [&](uint32_t) { ++events; }));
  }
  return events;
}

Query ByLength(Query query) {
  query.order_by = ColumnName("duration_us");
  return query;
}

// Makes the rows of a trace. Keeps little more than the shown rows in memory.
class TraceRows {
 public:
  // `is_longest_only`: the rows are the longest events, not the first.
  TraceRows(const Selected& selected, const Query& query, bool is_longest_only)
      : selected_(selected),
        profile_(selected.profile()),
        query_(is_longest_only ? ByLength(query) : query),
        is_longest_only_(is_longest_only),
        names_(profile_, query),
        table_(query_, is_longest_only ? kLongestTraceRows : kMostTraceRows,
               StartTable("trace", "", "trace: A row is an event.", Headers(TraceColumns()))) {
    table_.report().values.basis = Basis::kEachEvent;
  }

  absl::StatusOr<Report> Make(RunContext& context) {
    for (const TrackId track : TracksInOrder(selected_)) {
      PROFILER_RETURN_IF_ERROR(AddTrack(track, context));
    }
    AddLimitNote();
    PROFILER_ASSIGN_OR_RETURN(Report report, std::move(table_).Finish(events_));
    if (events_ == 0) AddNoStepsNote(selected_, report);
    AddFilterNotes(profile_, query_, report);
    PROFILER_RETURN_IF_ERROR(AddClocksNote(selected_, context, report));
    return report;
  }

 private:
  absl::Status AddTrack(TrackId id, RunContext& context) {
    const Events& events = profile_.events[id];
    const std::vector<int32_t> depths = Depths(events);
    return ForEachEvent(events, selected_.steps(), context, [&](uint32_t e) {
      ++events_;
      if (const HiddenBy by = names_.Hides(events, e); by != HiddenBy::kNothing) {
        return table_.RowHidden(by);
      }
      if (!table_.TakesMore()) return;
      AddRow(id, e, depths[e]);
      table_.RowAdded();
    });
  }

  void AddRow(TrackId id, uint32_t e, int32_t depth) {
    const TraceRow row{profile_, profile_.tracks[id], profile_.events[id], e, depth};
    Report& report = table_.report();
    AppendRow(TraceColumns(), profile_.strings[EventName(profile_, row.events, e)],
              {std::to_string(id.row()), std::to_string(e)}, row, report);
    // Depths are set only in order of time, as otherwise a row does not follow its parent.
    if (!query_.orders_tables()) report.rows.back().depth = depth;
  }

  void AddLimitNote() {
    if (!table_.IsCut()) return;
    if (is_longest_only_) {
      table_.report().notes.push_back(
          {"trace_longest", Severity::kInfo,
           fmt::format(
               "these are the longest {} of {} events: -top N shows more of them, -from and "
               "-to or -step those of a time in order, -from 0s all",
               table_.most(), events_)});
      return;
    }
    table_.report().notes.push_back(
        {"trace_limit", Severity::kWarning,
         fmt::format("only {} of {} events are shown: -from and -to or -step ask for a part, -top "
                     "for more, -output timeline writes all",
                     table_.most(), events_)});
  }

  const Selected& selected_;
  const Profile& profile_;
  const Query query_;
  const bool is_longest_only_;
  ShownNames names_;
  int64_t events_ = 0;  // number of events in the selected steps and places
  LongTable table_;
};

absl::StatusOr<Report> AnswerTrace(const Selected& selected, const Query& query,
                                   RunContext& context) {
  PROFILER_RETURN_IF_ERROR(selected.CheckSteps());
  PROFILER_ASSIGN_OR_RETURN(const int64_t events, CountEvents(selected, context));
  const bool is_longest_only =
      !AsksForPart(query) && events > query.top.value_or(kLongestTraceRows);
  return TraceRows(selected, query, is_longest_only).Make(context);
}

}  // namespace

const View kTraceView = {
    .name = "trace",
    .summary = "what ran, event by event: of a window (-from, -to) or of a step",
    .details =
        "A row is an event; names are indented by what they lie in. Tracks stand by host and "
        "device, on each the events by their begin. Without a window or steps it shows the 50 "
        "longest events, the longest first; -top N shows more. -output timeline:outfile=FILE "
        "writes them all "
        "as a Chrome trace, each track a thread.",
    .run = AnswerTrace,
    .rows = RowKind::kEvents,
    .columns = [] { return Headers(TraceColumns()); },
    .obeys = kSelectionUses | kShownUses,
    .events = EventUse::kAlways,
};

}  // namespace profiler
