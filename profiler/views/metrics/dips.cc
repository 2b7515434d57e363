#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <string>
#include <string_view>
#include <utility>

#include "profiler/advise/metric_clock_notes.h"
#include "profiler/analysis/metrics/dip_search.h"
#include "profiler/analysis/metrics/job_times.h"
#include "profiler/analysis/metrics/metric_rows.h"
#include "profiler/base/int128.h"
#include "profiler/base/status.h"
#include "profiler/report/column.h"
#include "profiler/report/table.h"
#include "profiler/views/common/time_text.h"
#include "profiler/views/metrics/dip_activity.h"
#include "profiler/views/metrics/dip_context.h"
#include "profiler/views/metrics/dip_recurrence.h"
#include "profiler/views/notes/empty_notes.h"
#include "profiler/views/notes/filter_notes.h"
#include "profiler/views/view.h"

namespace profiler {
namespace {

constexpr int64_t kMostRows = 20;

// Extends a long dip to whole milliseconds, which are easier to read and type.
Interval Readable(const Interval& time) {
  constexpr int64_t kMilli = 1'000'000'000;
  const int64_t begin = std::max<int64_t>(0, time.begin);
  if (Int128{time.end} - begin < 100 * Int128{kMilli}) return {begin, time.end};
  const int64_t over = time.end % kMilli;
  return {begin - begin % kMilli, over == 0 ? time.end : time.end - over + kMilli};
}

// The command that shows the events of the dip's time.
std::string CommandFor(const MetricSeries& series, const Interval& time, bool names_node) {
  const Interval window = Readable(time);
  std::string command =
      fmt::format("trace -from {} -to {}", TimeText(window.begin), TimeText(window.end));
  if (names_node && !series.node.empty()) command += fmt::format(" -host {}", series.node);
  return command;
}

// The number of the step that started last before `time`; kAbsent if that step had ended by then.
Value StepAt(int64_t time, const std::vector<JobPhase>& phases) {
  const auto next =
      std::upper_bound(phases.begin(), phases.end(), time,
                       [](int64_t at, const JobPhase& phase) { return at < phase.span.begin; });
  if (next == phases.begin() || !(next - 1)->is_step || time >= (next - 1)->span.end) {
    return kAbsent;
  }
  return Known((next - 1)->number);
}

struct DipRow {
  const MetricSeries* series;
  const Dip* dip;
  Value step;
  bool names_node;

  Int128 length() const { return Int128{dip->time.end} - dip->time.begin; }
  std::string command() const { return CommandFor(*series, dip->time, names_node); }
};

const std::vector<ColumnOf<DipRow>>& DipColumns() {
  using C = ColumnOf<DipRow>;
  using Row = const DipRow&;
  static const std::vector<C> kColumns = {
      C::Text("node", "node", "The host that it was recorded on.",
              [](Row row) { return row.series->node; }),
      C::Text("dimension", "dimension", "What was measured.",
              [](Row row) { return row.series->dimension; }),
      C::Number("begin_us", Unit::kMicros, "begin",
                "From the profile's start to the first sample that dips.",
                [](Row row) { return row.dip->time.begin; })
          .As(ColumnRole::kBegin),
      C::Number("duration_us", Unit::kMicros, "duration",
                "Until the first sample that does not; where none follows soon, one more sample "
                "than the last.",
                &DipRow::length),
      C::Number("samples", Unit::kCount, "samples", "How many samples dip.",
                [](Row row) { return row.dip->samples; }),
      C::Real("mean", Unit::kNone, "mean", "Their mean.", [](Row row) { return row.dip->mean; }),
      C::Real("min", Unit::kNone, "min", "The least.", [](Row row) { return row.dip->min; }),
      C::Real("max", Unit::kNone, "max", "The greatest.", [](Row row) { return row.dip->max; }),
      C::Number("step", Unit::kNone, "step", "The number of the step it begins in.", &DipRow::step),
      C::Text("command", "command", "What shows what ran then.", &DipRow::command)
          .As(ColumnRole::kCommand),
  };
  return kColumns;
}

// Returns rows sorted by duration, longest first.
std::vector<DipRow> DipRows(const DipSearch& search, const std::vector<JobPhase>& phases) {
  std::vector<DipRow> rows;
  for (const Dip& dip : search.dips) {
    rows.push_back({&search.series[dip.series], &dip, StepAt(dip.time.begin, phases),
                    search.by_node.size() > 1});
  }
  std::stable_sort(rows.begin(), rows.end(), [](const DipRow& a, const DipRow& b) {
    return std::pair(-a.length(), a.dip->time.begin) < std::pair(-b.length(), b.dip->time.begin);
  });
  return rows;
}

Report DipTable(const std::vector<DipRow>& rows) {
  Report report = StartTable("dips", "Dips", std::string(kMetricRowName), Headers(DipColumns()));
  for (const DipRow& row : rows) {
    const MetricSeries& series = *row.series;
    AppendRow(DipColumns(), series.name,
              {std::string(series.node), std::string(series.kind), series.name,
               std::string(series.dimension), std::to_string(row.dip->time.begin)},
              row, report);
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

void Tell(std::string id, std::string text, Report& report) {
  report.notes.push_back({std::move(id), Severity::kInfo, std::move(text)});
}

// Adds a note about the work that increases in dips, if the difference is large enough.
void AddActivityNote(const DipSearch& search, const std::vector<DipActivity>& activity,
                     Report& report) {
  constexpr double kLeastDifference = 0.1;
  const auto most = std::max_element(
      activity.begin(), activity.end(),
      [](const DipActivity& a, const DipActivity& b) { return a.difference() < b.difference(); });
  if (most == activity.end() || most->difference() < kLeastDifference) return;
  const auto percent = [](double share) {
    return fmt::format("{:.0f} %", std::isfinite(share) ? 100 * share : 0);
  };
  Tell("runs_in_dips",
       fmt::format("in dips {}{} for {} of the time, outside for {}",
                   most->name == kNothingRuns ? "nothing runs" : most->name + " runs",
                   search.by_node.size() > 1 ? fmt::format(" on {}", most->node) : "",
                   percent(most->share()), percent(most->outside_share())),
       report);
}

// Behind a number; of an unknown unit nothing.
std::string UnitText(std::string_view unit) {
  if (unit == "percent") return " %";
  return unit.empty() ? "" : fmt::format(" {}", unit);
}

// Adds a note about the metric that differs most in dips.
void AddMetricNote(const std::vector<DipMetric>& metrics, Report& report) {
  constexpr double kLeastEffect = 1;
  if (metrics.empty() || !(std::abs(metrics[0].effect) >= kLeastEffect)) return;
  Tell("metric_in_dips",
       fmt::format("in dips the mean of {} is {:.4g}{unit}, outside {:.4g}{unit}",
                   metrics[0].dimension, metrics[0].inside, metrics[0].outside,
                   fmt::arg("unit", UnitText(metrics[0].unit))),
       report);
}

// Adds a note for the first series with a pattern only, as devices that work together dip together.
void AddRecurrenceNote(const std::vector<DipRecurrence>& recurrence, Report& report) {
  const auto row = std::find_if(recurrence.begin(), recurrence.end(), [](const DipRecurrence& one) {
    return one.in_steps() || one.in_time();
  });
  if (row == recurrence.end()) return;
  const MetricSeries& series = *row->series;
  const auto time = static_cast<double>(WholePicos(row->pattern.in_time.every));
  Tell("dips_recur",
       fmt::format("{}{} dips every {}", series.name == series.dimension ? "" : series.name + " ",
                   series.dimension,
                   row->in_steps()
                       ? fmt::format("{} steps", static_cast<int64_t>(row->pattern.every_steps))
                       : fmt::format("{:.4g} s", time / kPicosPerSecond)),
       report);
}

void AddShareNote(const DipSearch& search, const Query& query, Report& report) {
  const bool is_cut = !query.top && search.dips.size() > static_cast<size_t>(kMostRows);
  const Int128 inside = search.all.dips.total(), all = inside + search.all.outside.total();
  const double share = static_cast<double>(inside) / static_cast<double>(all);
  Tell("dips",
       fmt::format(
           "{} dips{}: for {:.1f} % of the time at least one metric dips", search.dips.size(),
           is_cut ? fmt::format(", the {} longest below (-top N shows more)", kMostRows) : "",
           100 * share),
       report);
}

// Like FinishTable(), but cuts long tables unless -top is given.
absl::Status FinishShort(const Query& query, Report& report) {
  Query shown = query;
  if (!shown.top) shown.top = kMostRows;
  return CutTable(shown, query.top ? HiddenBy::kTop : HiddenBy::kLimit, report).status();
}

std::vector<Report> DipsTables() {
  return {StartTable("", "", std::string(kMetricRowName), Headers(DipColumns())),
          DipActivityTable({}), DipPhases({}, {}), DipMetricsTable({}), DipRecurrenceTable({})};
}

absl::StatusOr<Report> AnswerDips(const Selected& selected, const Query& query,
                                  RunContext& context) {
  const Profile& profile = selected.profile();
  PROFILER_RETURN_IF_ERROR(selected.CheckSteps());
  PROFILER_ASSIGN_OR_RETURN(const DipSearch search, FindDips(selected, query));
  const std::vector<JobPhase> phases = JobTimes(selected).Phases();
  const std::vector<DipRow> rows = DipRows(search, phases);
  Report report = DipTable(rows);
  if (search.series.empty()) {
    AddNoMetricsNote(selected, report);
  } else if (search.dips.empty()) {
    AddNoDipsNote(search, report);
  } else {
    PROFILER_ASSIGN_OR_RETURN(const std::vector<DipActivity> activity,
                              FindDipActivity(selected, search, context));
    const std::vector<DipRecurrence> recurrence = FindDipRecurrence(search, phases);
    const std::vector<DipMetric> metrics = FindDipMetrics(profile, search);
    AddShareNote(search, query, report);
    // Added as a note, as a narrow terminal has no room for the column.
    Tell("longest_dip", "what ran in the longest: " + rows[0].command(), report);
    AddActivityNote(search, activity, report);
    AddMetricNote(metrics, report);
    AddRecurrenceNote(recurrence, report);
    report.sections = {DipActivityTable(activity), DipPhases(search, phases),
                       DipMetricsTable(metrics), DipRecurrenceTable(recurrence)};
  }
  std::erase_if(report.sections, [](const Report& section) { return section.rows.empty(); });
  PROFILER_RETURN_IF_ERROR(FinishShort(query, report));
  for (Report& section : report.sections) PROFILER_RETURN_IF_ERROR(FinishShort(query, section));
  AddMetricClockNotes(profile, report);
  AddFilterNotes(profile, query, report);
  return report;
}

}  // namespace

extern const View kDipsView = {
    .name = "dips",
    .summary = "times when a metric was low or high, and what ran then",
    .details =
        "A row is a time in which the values of a metric are below -below (or above -above), the "
        "longest first; -for TIME leaves shorter ones out. Sections show what each thread, stream "
        "and phase did only then, what the job was at, how other metrics went, and whether dips "
        "come back every so many steps or seconds. Each has 20 rows, or -top N.",
    .run = AnswerDips,
    .rows = RowKind::kOther,
    .columns = [] { return Headers(DipColumns()); },
    .sections = DipsTables,
    .obeys = kSelectionUses | kTableUses | OptionUse::kDips,
};

}  // namespace profiler
