#include "profiler/views/launches.h"

#include <string>
#include <string_view>

#include "profiler/base/status.h"
#include "profiler/views/launch_times.h"
#include "profiler/views/table.h"
#include "profiler/views/table_row.h"

namespace profiler {
namespace {

constexpr std::string_view kNoOp = "<no op>";

void AddRow(const Profile& profile, const LaunchesOfOp& launches, Report& report) {
  const LaunchTimes& times = launches.times;
  TableRow row(report, launches.op.valid() ? profile.strings[launches.op] : kNoOp);
  row.Number(times.calls).Number(times.kernels);
  row.Number(times.call_time).Number(times.kernel_time);
  row.Number(times.delay / times.kernels).Number(times.longest_delay);
  row.Number(times.short_kernels);
  row.Real(static_cast<double>(times.short_kernels) / static_cast<double>(times.kernels));
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
  };
}

absl::StatusOr<Report> LaunchesView(const Profile& profile, const Query& query,
                                    RunContext& context) {
  PROFILER_ASSIGN_OR_RETURN(const AllLaunches launches, LaunchesByOp(profile, query, context));
  Report report = StartTable("launches", "Launches", "the op", LaunchesColumns());
  for (const LaunchesOfOp& of_op : launches.by_op) AddRow(profile, of_op, report);
  if (launches.without_call > 0) {
    report.notes.push_back({"work_without_launch", Severity::kInfo,
                            "work on accelerators whose launch was not recorded is left out: " +
                                std::to_string(launches.without_call)});
  }
  PROFILER_RETURN_IF_ERROR(FinishTable(query, report));
  return report;
}

}  // namespace profiler
