#include "profiler/views/metrics/dips.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <string>
#include <string_view>
#include <tuple>
#include <utility>

#include "profiler/advise/metric_clock_notes.h"
#include "profiler/analysis/metrics/dip_search.h"
#include "profiler/analysis/metrics/job_times.h"
#include "profiler/analysis/metrics/metric_rows.h"
#include "profiler/base/int128.h"
#include "profiler/base/status.h"
#include "profiler/report/table.h"
#include "profiler/report/table_row.h"
#include "profiler/views/common/time_text.h"
#include "profiler/views/metrics/dip_activity.h"
#include "profiler/views/metrics/dip_context.h"
#include "profiler/views/metrics/dip_recurrence.h"
#include "profiler/views/notes/empty_notes.h"
#include "profiler/views/notes/filter_notes.h"

namespace profiler {
namespace {

constexpr int64_t kMostRows = 20;

// Of a dip that lasts, whole milliseconds around it: nobody reads, or types, ten digits.
Interval Readable(const Interval& time) {
  constexpr int64_t kMilli = 1'000'000'000;
  const int64_t begin = std::max<int64_t>(0, time.begin);
  if (Int128{time.end} - begin < 100 * Int128{kMilli}) return {begin, time.end};
  const int64_t over = time.end % kMilli;
  return {begin - begin % kMilli, over == 0 ? time.end : time.end - over + kMilli};
}

// What shows the dip's time event by event.
std::string CommandFor(const MetricSeries& series, const Interval& time, bool names_node) {
  const Interval window = Readable(time);
  std::string command =
      fmt::format("trace -from {} -to {}", TimeText(window.begin), TimeText(window.end));
  if (names_node && !series.node.empty()) command += fmt::format(" -host {}", series.node);
  return command;
}

// The step that began last before the time, if it still runs then.
Value StepAt(int64_t time, const std::vector<JobPhase>& phases) {
  const auto next =
      std::upper_bound(phases.begin(), phases.end(), time,
                       [](int64_t at, const JobPhase& phase) { return at < phase.span.begin; });
  if (next == phases.begin() || !(next - 1)->is_step || time >= (next - 1)->span.end) {
    return kAbsent;
  }
  return Known((next - 1)->number);
}

// The longest first.
Report DipRows(const DipSearch& search, const std::vector<JobPhase>& phases) {
  Report report = StartTable("dips", "Dips", std::string(kMetricRowName), DipsColumns());
  std::vector<const Dip*> order;
  for (const Dip& dip : search.dips) order.push_back(&dip);
  std::stable_sort(order.begin(), order.end(), [](const Dip* a, const Dip* b) {
    const auto length = [](const Dip* dip) { return Int128{dip->time.end} - dip->time.begin; };
    return std::tuple(-length(a), a->time.begin) < std::tuple(-length(b), b->time.begin);
  });
  const bool names_node = search.by_node.size() > 1;
  for (const Dip* dip : order) {
    const MetricSeries& series = search.series[dip->series];
    TableRow(report, series.name,
             {std::string(series.node), std::string(series.kind), series.name,
              std::string(series.dimension), std::to_string(dip->time.begin)})
        .Text(series.node)
        .Text(series.dimension)
        .Number(dip->time.begin)
        .Number(Int128{dip->time.end} - dip->time.begin)
        .Number(dip->samples)
        .Real(dip->mean)
        .Real(dip->min)
        .Real(dip->max)
        .Number(StepAt(dip->time.begin, phases))
        .Text(CommandFor(series, dip->time, names_node));
  }
  return report;
}

void AddNoDipsNote(const DipSearch& search, Report& report) {
  const Distribution& d = search.searched;
  report.notes.push_back(
      {"no_dips", Severity::kInfo,
       d.count == 0 ? std::string("nothing dips: no metric was sampled in what is asked about")
                    : fmt::format("nothing dips: of {} values the least is {:.4g}, the median "
                                  "{:.4g}, the greatest {:.4g}",
                                  d.count, d.min, d.p50, d.max)});
}

const ReportColumn& ColumnNamed(const Report& report, std::string_view name) {
  return *std::find_if(report.columns.begin(), report.columns.end(),
                       [&](const ReportColumn& column) { return column.name == name; });
}

void Tell(std::string id, std::string text, Report& report) {
  report.notes.push_back({std::move(id), Severity::kInfo, std::move(text)});
}

// What runs more in dips than outside, if anything does to speak of.
void TellActivity(const DipSearch& search, const Report& activity, Report& report) {
  constexpr double kLeastDifference = 0.1;
  const std::vector<double>& differences = ColumnNamed(activity, "difference").reals;
  const auto most = std::max_element(differences.begin(), differences.end());
  if (most == differences.end() || *most < kLeastDifference) return;
  const auto row = static_cast<size_t>(most - differences.begin());
  const auto percent = [&](std::string_view column) {
    const double share = ColumnNamed(activity, column).reals[row];
    return fmt::format("{:.0f} %", std::isfinite(share) ? 100 * share : 0);
  };
  const std::string name(activity.rows[row].name), node = ColumnNamed(activity, "node").words[row];
  Tell("runs_in_dips",
       fmt::format("in dips {}{} for {} of the time, outside for {}",
                   name == kNothingRuns ? "nothing runs" : name + " runs",
                   search.by_node.size() > 1 ? " on " + node : "", percent("share"),
                   percent("outside_share")),
       report);
}

// Which other metric goes with the dips.
void TellMetric(const Report& metrics, Report& report) {
  constexpr double kLeastEffect = 1;
  if (metrics.rows.empty()) return;
  const auto of_first = [&](std::string_view column) {
    return ColumnNamed(metrics, column).reals[0];
  };
  if (!(std::abs(of_first("effect")) >= kLeastEffect)) return;
  Tell("metric_in_dips",
       fmt::format("{} is {:.4g} in dips, and {:.4g} outside", metrics.rows[0].name,
                   of_first("in_dips"), of_first("outside")),
       report);
}

// Of the first series that has a pattern, as devices that work together dip together.
void TellRecurrence(const Report& recurrence, Report& report) {
  for (size_t row = 0; row < recurrence.rows.size(); ++row) {
    if (ColumnNamed(recurrence, "pattern").words[row] == "none") continue;
    const Value steps = ColumnNamed(recurrence, "every_steps").own[row];
    const auto time = static_cast<double>(ColumnNamed(recurrence, "every_us").own[row]);
    const std::string name(recurrence.rows[row].name),
        dimension = ColumnNamed(recurrence, "dimension").words[row];
    Tell("dips_recur",
         fmt::format("{}{} dips every {}", name == dimension ? "" : name + " ", dimension,
                     steps != kAbsent ? fmt::format("{} steps", static_cast<int64_t>(steps))
                                      : fmt::format("{:.4g} s", time / kPicosPerSecond)),
         report);
    return;
  }
}

void TellShare(const DipSearch& search, const Query& query, Report& report) {
  const bool is_cut = !query.top && search.dips.size() > static_cast<size_t>(kMostRows);
  const Int128 inside = search.all.dips.total(), all = inside + search.all.outside.total();
  const double share = static_cast<double>(inside) / static_cast<double>(all);
  Tell("dips",
       fmt::format(
           "{} dips{}: at {:.1f} % of the time a metric dips", search.dips.size(),
           is_cut ? fmt::format(", the {} longest below (-top N shows more)", kMostRows) : "",
           100 * share),
       report);
}

// A narrow screen has no room for the column.
void TellCommand(Report& report) {
  Tell("longest_dip", "what ran in the longest: " + ColumnNamed(report, "command").words[0],
       report);
}

// As FinishTable(), but of a long table only the first rows, unless -top asks for more.
absl::Status FinishShort(const Query& query, Report& report) {
  Query shown = query;
  if (!shown.top) shown.top = kMostRows;
  PROFILER_RETURN_IF_ERROR(FinishTable(shown, report));
  if (!query.top && static_cast<int64_t>(report.rows.size()) == kMostRows) {
    report.hidden_reason = "-top N shows more";
  }
  return absl::OkStatus();
}

}  // namespace

std::vector<ReportColumn> DipsColumns() {
  using enum ColumnType;
  return {
      TableColumn("node", kText, Unit::kNone, "node", "The host that it was recorded on."),
      TableColumn("dimension", kText, Unit::kNone, "dimension", "What was measured."),
      TableColumn("begin_us", kNumber, Unit::kMicros, "begin",
                  "From the profile's start to the first sample that dips."),
      TableColumn("duration_us", kNumber, Unit::kMicros, "duration",
                  "Until the first sample that does not; where none follows soon, one more sample "
                  "than the last."),
      TableColumn("samples", kNumber, Unit::kCount, "samples", "How many samples dip."),
      TableColumn("mean", kReal, Unit::kNone, "mean", "Their mean."),
      TableColumn("min", kReal, Unit::kNone, "min", "The least."),
      TableColumn("max", kReal, Unit::kNone, "max", "The greatest."),
      TableColumn("step", kNumber, Unit::kNone, "step", "The number of the step it begins in."),
      TableColumn("command", kText, Unit::kNone, "command", "What shows what ran then."),
  };
}

std::vector<Report> DipsTables() {
  return {StartTable("", "", std::string(kMetricRowName), DipsColumns()), StartDipActivity(),
          StartDipPhases(), StartDipMetrics(), StartDipRecurrence()};
}

absl::StatusOr<Report> DipsView(const Selected& selected, const Query& query, RunContext& context) {
  const Profile& profile = selected.profile();
  PROFILER_RETURN_IF_ERROR(selected.CheckSteps());
  PROFILER_ASSIGN_OR_RETURN(const DipSearch search, FindDips(selected, query));
  const std::vector<JobPhase> phases = JobTimes(selected).Phases();
  Report report = DipRows(search, phases);
  if (search.series.empty()) {
    AddNoMetricsNote(selected, report);
  } else if (search.dips.empty()) {
    AddNoDipsNote(search, report);
  } else {
    PROFILER_ASSIGN_OR_RETURN(Report activity, DipActivity(selected, search, context));
    Report recurrence = DipRecurrence(search, phases);
    Report metrics = DipMetrics(profile, search);
    TellShare(search, query, report);
    TellCommand(report);
    TellActivity(search, activity, report);
    TellMetric(metrics, report);
    TellRecurrence(recurrence, report);
    report.sections = {std::move(activity), DipPhases(search, phases), std::move(metrics),
                       std::move(recurrence)};
  }
  std::erase_if(report.sections, [](const Report& section) { return section.rows.empty(); });
  PROFILER_RETURN_IF_ERROR(FinishShort(query, report));
  for (Report& section : report.sections) PROFILER_RETURN_IF_ERROR(FinishShort(query, section));
  AddMetricClockNotes(profile, report);
  AddFilterNotes(profile, query, report);
  return report;
}

}  // namespace profiler
