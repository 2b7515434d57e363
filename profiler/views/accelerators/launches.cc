#include <fmt/format.h>

#include <string>
#include <utility>

#include "profiler/analysis/accelerators/launch_times.h"
#include "profiler/base/status.h"
#include "profiler/report/column.h"
#include "profiler/report/scaled.h"
#include "profiler/report/table.h"
#include "profiler/store/event_name.h"
#include "profiler/views/common/long_table.h"
#include "profiler/views/common/place_names.h"
#include "profiler/views/notes/empty_notes.h"
#include "profiler/views/notes/filter_notes.h"
#include "profiler/views/view.h"

namespace profiler {
namespace {

constexpr int64_t kMostCalls = 100'000;

struct LaunchRow {
  const Profile& profile;
  const LaunchesOfOp& launches;

  const LaunchTimes& times() const { return launches.times; }
  const Events& calls() const { return profile.events[launches.call.track]; }
  SourceId source() const { return profile.tracks[launches.call.track].source; }
  const TrackRow& stream() const { return profile.tracks[launches.work.track]; }
  std::string_view op() const {
    return launches.op.valid() ? profile.strings[launches.op] : "<no op>";
  }
};

const std::vector<ColumnOf<LaunchRow>>& LaunchColumns() {
  using C = ColumnOf<LaunchRow>;
  using Row = const LaunchRow&;
  static const std::vector<C> kColumns = {
      C::Number("calls", Unit::kCount, "calls",
                "Calls on the host that started work on an accelerator for it.",
                [](Row row) { return row.times().calls; }),
      C::Number("kernels", Unit::kCount, "kernels", "The kernels that they started.",
                [](Row row) { return row.times().kernels; }),
      C::Number("copies", Unit::kCount, "copies", "The copies and memsets that they started.",
                [](Row row) { return row.times().work - row.times().kernels; }),
      C::Number("call_us", Unit::kMicros, "call time", "The calls' time, added up.",
                [](Row row) { return row.times().call_time; }),
      C::Number("kernel_us", Unit::kMicros, "kernel time",
                "The time of all that they started, added up.",
                [](Row row) { return row.times().work_time; }),
      C::Number("delay_avg_us", Unit::kMicros, "mean delay",
                "From the end of a call to the begin of its work, 0 where it began before.",
                [](Row row) { return row.times().delay / row.times().work; })
          .Typical(),
      C::Number("delay_max_us", Unit::kMicros, "longest delay", "The longest of them.",
                [](Row row) { return row.times().longest_delay; })
          .Typical(),
      C::Number("short_kernels", Unit::kCount, "short kernels",
                "Kernels that took less time than the call that started them: where most did, "
                "the job is host-bound.",
                [](Row row) { return row.times().short_kernels; }),
      C::Real("short_share", Unit::kShare, "short share", "short_kernels / kernels.",
              [](Row row) { return ShareOf(row.times().short_kernels, row.times().kernels); })
          .Typical(),
      C::Number("begin_us", Unit::kMicros, "begin",
                "When the first call began, from the profile's start.",
                [](Row row) {
                  return row.profile.time_axis.FromStart(row.source(),
                                                         row.calls().begin[row.launches.call.row]);
                })
          .As(ColumnRole::kBegin),
      C::Text(
          "call", "first call", "What that call was.",
          [](Row row) {
            return row.profile.strings[EventName(row.profile, row.calls(), row.launches.call.row)];
          }),
      C::Number("rank", Unit::kNone, "rank", "The rank in the job that made all the calls.",
                [](Row row) {
                  return row.launches.one_rank ? Known(row.profile.sources[row.source()].rank)
                                               : kAbsent;
                }),
      C::Text("device", "device", "Where all that they started ran.",
              [](Row row) {
                return row.launches.one_device ? NameOfDevice(row.profile, row.stream().device)
                                               : "";
              }),
      C::Text("stream", "stream", "On which stream, where it is one.",
              [](Row row) {
                return row.launches.one_stream ? row.profile.strings[row.stream().name] : "";
              }),
  };
  return kColumns;
}

absl::StatusOr<Report> Calls(const Selected& selected, const Query& query,
                             const std::vector<LaunchesOfOp>& calls, Report report) {
  const Profile& profile = selected.profile();
  LongTable table(query, kMostCalls, std::move(report));
  for (const LaunchesOfOp& call : calls) {
    if (!table.TakesMore()) break;
    const LaunchRow row{profile, call};
    AppendRow(LaunchColumns(), row.op(),
              {std::string(row.op()), std::to_string(call.call.track.row()),
               std::to_string(call.call.row)},
              row, table.report());
    table.RowAdded();
  }
  if (table.IsCut()) {
    table.report().notes.push_back(
        {"call_limit", Severity::kWarning,
         fmt::format("only {} of {} calls are shown: -from and -to or -step ask for a part, -top "
                     "for more",
                     table.most(), calls.size())});
  }
  return std::move(table).Finish(static_cast<int64_t>(calls.size()));
}

absl::StatusOr<Report> AnswerLaunches(const Selected& selected, const Query& query,
                                      RunContext& context) {
  const Profile& profile = selected.profile();
  const Selection& selection = selected.selection();
  PROFILER_ASSIGN_OR_RETURN(const AllLaunches launches, query.per_call
                                                            ? LaunchesByCall(selected, context)
                                                            : LaunchesByOp(selected, context));
  Report report = StartTable("launches", "Launches", "the op", Headers(LaunchColumns()));
  report.values = {Basis::kTotals, "the kernels that the op launched"};
  if (launches.without_call > 0) {
    report.notes.push_back(
        {"work_without_launch", Severity::kInfo,
         fmt::format("work on accelerators whose launch {} is left out: {}, of {} in all",
                     selection.from.given() || selection.to.given()
                         ? "was not recorded, or lies outside -from and -to,"
                         : "was not recorded",
                     launches.without_call,
                     ScaledText(launches.time_without_call, Unit::kMicros))});
  } else if (launches.all.kernels == 0) {
    AddNoKernelsNote(selected, report);
  }
  if (query.per_call) {
    PROFILER_ASSIGN_OR_RETURN(report, Calls(selected, query, launches.by_call, std::move(report)));
  } else {
    for (const LaunchesOfOp& of_op : launches.by_op) {
      const LaunchRow row{profile, of_op};
      AppendRow(LaunchColumns(), row.op(), row, report);
    }
    PROFILER_RETURN_IF_ERROR(FinishTable(query, report));
  }
  AddFilterNotes(profile, query, report);
  return report;
}

}  // namespace

extern const View kLaunchesView = {
    .name = "launches",
    .summary = "kernel launch cost and delay",
    .details =
        "A row is the op whose kernels were launched; with -per_call one of the calls that "
        "launched something.",
    .run = AnswerLaunches,
    .columns = [] { return Headers(LaunchColumns()); },
    .obeys = kSelectionUses | kTableUses | OptionUse::kCalls,
    .events = EventUse::kAlways,
};

}  // namespace profiler
