#include "profiler/views/accelerators/launches.h"

#include <fmt/format.h>

#include <string>
#include <utility>

#include "profiler/analysis/accelerators/launch_times.h"
#include "profiler/base/status.h"
#include "profiler/report/table.h"
#include "profiler/report/table_row.h"
#include "profiler/store/event_name.h"
#include "profiler/views/common/long_table.h"
#include "profiler/views/notes/empty_notes.h"
#include "profiler/views/notes/filter_notes.h"

namespace profiler {
namespace {

std::string NameOf(const Profile& profile, const LaunchesOfOp& launches) {
  return launches.op.valid() ? std::string(profile.strings[launches.op]) : "<no op>";
}

constexpr int64_t kMostCalls = 100'000;

void AddRow(const Profile& profile, const LaunchesOfOp& launches, std::vector<std::string> key,
            Report& report) {
  const LaunchTimes& times = launches.times;
  const TrackRow& host = profile.tracks[launches.call.track];
  const TrackRow& stream = profile.tracks[launches.work.track];
  const Events& calls = profile.events[launches.call.track];
  key.insert(key.begin(), NameOf(profile, launches));
  TableRow row(report, key[0], key);
  row.Number(times.calls).Number(times.kernels);
  row.Number(times.call_time).Number(times.kernel_time);
  row.Number(times.delay / times.kernels).Number(times.longest_delay);
  row.Number(times.short_kernels);
  row.Real(static_cast<double>(times.short_kernels) / static_cast<double>(times.kernels));
  row.Number(profile.time_axis.FromStart(host.source, calls.begin[launches.call.row]));
  row.Text(profile.strings[EventName(profile, calls, launches.call.row)]);
  row.Number(launches.one_rank ? Known(profile.sources[host.source].rank) : kAbsent);
  const bool knows_device = launches.one_device && stream.device.valid();
  row.Text(knows_device ? profile.strings[profile.devices[stream.device].name] : "");
  row.Text(launches.one_stream ? profile.strings[stream.name] : "");
}

absl::StatusOr<Report> Calls(const Selected& selected, const Query& query,
                             const std::vector<LaunchesOfOp>& calls, Report report) {
  const Profile& profile = selected.profile();
  LongTable table(query, kMostCalls, std::move(report));
  for (const LaunchesOfOp& call : calls) {
    if (!table.TakesMore()) break;
    AddRow(profile, call, {std::to_string(call.call.track.row()), std::to_string(call.call.row)},
           table.report());
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

}  // namespace

std::vector<ReportColumn> LaunchesColumns() {
  using enum ColumnType;
  return {
      TableColumn("calls", kNumber, Unit::kCount, "calls",
                  "Calls on the host that started work on an accelerator for it."),
      TableColumn("kernels", kNumber, Unit::kCount, "kernels", "The work that they started."),
      TableColumn("call_us", kNumber, Unit::kMicros, "call time", "The calls' time, added up."),
      TableColumn("kernel_us", kNumber, Unit::kMicros, "kernel time",
                  "The time of that work, added up."),
      TableColumn("delay_avg_us", kNumber, Unit::kMicros, "mean delay",
                  "From the end of a call to the begin of its work, 0 where it began before."),
      TableColumn("delay_max_us", kNumber, Unit::kMicros, "longest delay", "The longest of them."),
      TableColumn("short_kernels", kNumber, Unit::kCount, "short kernels",
                  "Work that took less time than the call that started it: where most is so, the "
                  "host is what limits."),
      TableColumn("short_share", kReal, Unit::kShare, "short share", "short_kernels / kernels."),
      TableColumn("begin_us", kNumber, Unit::kMicros, "begin",
                  "When the first call began, from the profile's start."),
      TableColumn("call", kText, Unit::kNone, "first call", "What that call was."),
      TableColumn("rank", kNumber, Unit::kNone, "rank",
                  "The rank in the job that made all the calls."),
      TableColumn("device", kText, Unit::kNone, "device", "Where all that they started ran."),
      TableColumn("stream", kText, Unit::kNone, "stream", "On which stream, where it is one."),
  };
}

absl::StatusOr<Report> LaunchesView(const Selected& selected, const Query& query,
                                    RunContext& context) {
  const Profile& profile = selected.profile();
  const Selection& selection = selected.selection();
  PROFILER_ASSIGN_OR_RETURN(const AllLaunches launches, query.per_call
                                                            ? LaunchesByCall(selected, context)
                                                            : LaunchesByOp(selected, context));
  Report report = StartTable("launches", "Launches", "the op", LaunchesColumns());
  if (launches.without_call > 0) {
    report.notes.push_back(
        {"work_without_launch", Severity::kInfo,
         fmt::format("work on accelerators whose launch {} is left out: {}, of {:.3f}ms in all",
                     selection.from.given() || selection.to.given()
                         ? "was not recorded, or lies outside -from and -to,"
                         : "was not recorded",
                     launches.without_call,
                     static_cast<double>(launches.time_without_call) * 1e-9)});
  } else if (launches.all.kernels == 0) {
    AddNoKernelsNote(selected, report);
  }
  if (query.per_call) {
    PROFILER_ASSIGN_OR_RETURN(report, Calls(selected, query, launches.by_call, std::move(report)));
  } else {
    for (const LaunchesOfOp& of_op : launches.by_op) AddRow(profile, of_op, {}, report);
    PROFILER_RETURN_IF_ERROR(FinishTable(query, report));
  }
  AddFilterNotes(profile, query, report);
  return report;
}

}  // namespace profiler
