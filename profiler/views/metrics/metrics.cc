#include "profiler/views/metrics/metrics.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <utility>

#include "profiler/advise/metric_clock_notes.h"
#include "profiler/analysis/metrics/distribution.h"
#include "profiler/analysis/metrics/job_times.h"
#include "profiler/analysis/metrics/metric_rows.h"
#include "profiler/analysis/steps/user_marks.h"
#include "profiler/analysis/time/time_in.h"
#include "profiler/base/status.h"
#include "profiler/report/table.h"
#include "profiler/report/table_row.h"
#include "profiler/views/notes/empty_notes.h"
#include "profiler/views/notes/filter_notes.h"

namespace profiler {
namespace {

// In one phase, or from one begin, where these are asked for.
TableRow StartRow(const MetricRowOf& of, std::string_view phase, Value begin, Report& report) {
  std::vector<std::string> key = of.key;
  if (!phase.empty()) key.emplace_back(phase);
  if (begin != kAbsent) key.push_back(fmt::format("{}", static_cast<int64_t>(begin)));
  TableRow row(report, of.title(), std::move(key));
  row.Text(of.node).Text(of.kind).Text(of.dimensions).Text(of.origin).Text(phase);
  row.Text(of.unit).Number(begin);
  return row;
}

void AddDistribution(const Distribution& d, TableRow& row) {
  row.Number(static_cast<Value>(d.count)).Real(d.mean).Real(d.std).Real(d.min).Real(d.p5);
  row.Real(d.p50).Real(d.p95).Real(d.p99).Real(d.max);
}

// By the name of a phase of the job, in the order in which they come: the times in which it ran.
using PhaseTimes = std::vector<std::pair<std::string, TimeIn>>;

PhaseTimes TimesOfPhases(const std::vector<JobPhase>& phases) {
  int64_t last_end = INT64_MIN;
  for (const JobPhase& phase : phases) last_end = std::max(last_end, IntervalOf(phase.span).end);
  std::vector<std::pair<std::string, std::vector<Interval>>> times;
  std::map<std::string, size_t> places;
  for (const JobPhase& phase : phases) {
    const auto [it, is_new] = places.try_emplace(phase.name, times.size());
    if (is_new) times.push_back({phase.name, {}});
    Interval time = IntervalOf(phase.span);
    // What was sampled at the very end is in the phase that ends there.
    if (time.end == last_end && time.end < INT64_MAX) ++time.end;
    times[it->second].second.push_back(time);
  }
  PhaseTimes united;
  for (auto& [name, spans] : times) united.emplace_back(name, TimeIn(United(std::move(spans))));
  return united;
}

// One row for each span of the length `every` that holds values.
void AddSpans(const MetricRowOf& of, std::string_view phase, const MetricSamples& samples,
              Int128 every, Report& report) {
  for (size_t first = 0, last = 0; first < samples.size(); first = last) {
    const Int128 time = samples[first].first;
    const Int128 begin = (time / every - (time % every < 0 ? 1 : 0)) * every;
    while (last < samples.size() && samples[last].first < begin + every) ++last;
    TableRow row = StartRow(of, phase, begin, report);
    AddDistribution(Describe(ValuesOf(samples, first, last)), row);
  }
}

Report StartOverTime() {
  using enum ColumnType;
  return StartTable("over_time", "Metrics over time", std::string(kMetricRowName),
                    {TableColumn("node", kText, Unit::kNone, "node", "As above."),
                     TableColumn("dimension", kText, Unit::kNone, "dimension", "As above."),
                     TableColumn("origin", kText, Unit::kNone, "origin", "As above."),
                     TableColumn("values", kSeries, Unit::kNone, "values",
                                 "The mean in each of 60 equal parts of the time of all rows.")});
}

// When what was asked about ran.
struct AskedTimes {
  PhaseTimes phases;      // of -by phase
  bool all_steps = true;  // else only samples in these:
  TimeIn in_steps;
};

absl::StatusOr<AskedTimes> TimesAskedFor(const Selected& selected, const Query& query) {
  AskedTimes asked;
  const bool by_phase = query.by == "phase";
  if (!by_phase && selected.selection().steps.all()) return asked;
  PROFILER_RETURN_IF_ERROR(selected.CheckSteps());
  const JobTimes times(selected);
  if (by_phase) {
    std::vector<JobPhase> phases = times.Phases();
    for (JobPhase& phase : MarkedPhases(selected, times)) {
      phases.push_back(std::move(phase));
    }
    asked.phases = TimesOfPhases(phases);
  } else {
    asked.all_steps = false;
    asked.in_steps = TimeIn(times.StepTimes());
  }
  return asked;
}

// The rows of the answer.
class MetricsTable {
 public:
  MetricsTable(const Selected& selected, const Query& query, const AskedTimes& asked)
      : profile_(selected.profile()),
        query_(query),
        asked_(asked),
        rows_(FindMetricRows(selected, query)) {
    report = StartTable("metrics", "Metrics", std::string(kMetricRowName), MetricsColumns());
    span_ = SpanOf(profile_, rows_);
    if (asked.all_steps || asked.in_steps.intervals().empty()) return;
    span_ = {asked.in_steps.intervals().front().begin, asked.in_steps.intervals().back().end};
  }

  absl::Status AddRows(RunContext& context) {
    for (const MetricRowOf& row : rows_) {
      PROFILER_RETURN_IF_ERROR(context.Check());
      MetricSamples samples = SamplesOf(profile_, row);
      if (!asked_.all_steps) samples = Within(samples, asked_.in_steps);
      if (query_.by == "phase") {
        for (const auto& [phase, times] : asked_.phases) Add(row, phase, Within(samples, times));
      } else {
        Add(row, "", samples);
      }
    }
    return absl::OkStatus();
  }

  // For each row of the finished table, how it went.
  absl::StatusOr<Report> OverTime() const {
    Report over_time = StartOverTime();
    for (const auto& row : report.rows) {
      const auto it = over_time_.find(row.key);
      if (it == over_time_.end()) continue;
      const MetricRowOf& of = *it->second.of;
      TableRow(over_time, row.name, row.key)
          .Text(of.node)
          .Text(of.dimensions)
          .Text(of.origin)
          .Series(it->second.means);
    }
    Query columns;  // its rows are chosen
    columns.select_columns = query_.select_columns;
    PROFILER_RETURN_IF_ERROR(FinishTable(columns, over_time));
    return over_time;
  }

  bool has_series() const { return !rows_.empty(); }
  bool has_origins() const {
    return std::any_of(rows_.begin(), rows_.end(),
                       [](const MetricRowOf& row) { return !row.origin.empty(); });
  }

  Report report;

 private:
  struct Course {
    const MetricRowOf* of;
    std::vector<double> means;
  };

  void Add(const MetricRowOf& of, std::string_view phase, const MetricSamples& samples) {
    if (samples.empty() && (!phase.empty() || !asked_.all_steps)) return;
    if (query_.every.given()) {
      AddSpans(of, phase, samples, query_.every.picos(), report);
      return;
    }
    TableRow row = StartRow(of, phase, kAbsent, report);
    AddDistribution(Describe(ValuesOf(samples, 0, samples.size())), row);
    if (phase.empty()) over_time_[of.key] = {&of, MeansOf(samples, span_)};
  }

  const Profile& profile_;
  const Query& query_;
  const AskedTimes& asked_;
  const std::vector<MetricRowOf> rows_;
  MetricSpan span_;
  std::map<std::vector<std::string>, Course> over_time_;  // by a row's key
};

// From people: texts that say no more than each row's name, unless they are asked for.
void HideRepeats(const Query& query, Report& report) {
  if (!query.select_columns.empty()) return;
  for (ReportColumn& column : report.columns) {
    if (column.name != "dimension" && column.name != "kind") continue;
    column.repeats_name = true;
    for (size_t row = 0; row < report.rows.size(); ++row) {
      if (column.words[row] != report.rows[row].name) column.repeats_name = false;
    }
  }
}

void AddNoSamplesNote(Report& report) {
  report.notes.push_back({"no_samples_in_steps", Severity::kInfo,
                          "no metric was sampled while the selected steps ran"});
}

void DropColumn(std::string_view name, Report& report) {
  std::erase_if(report.columns, [&](const ReportColumn& column) { return column.name == name; });
}

}  // namespace

std::vector<ReportColumn> MetricsColumns() {
  using enum ColumnType;
  const auto real = [](const char* name, const char* title, const char* description) {
    return TableColumn(name, kReal, Unit::kNone, title, description);
  };
  return {
      TableColumn("node", kText, Unit::kNone, "node", "The host that it was recorded on."),
      TableColumn("kind", kText, Unit::kNone, "kind", "What it is a metric of: cpu, network ..."),
      TableColumn("dimension", kText, Unit::kNone, "dimension",
                  "What was measured; of -by kind all that was."),
      TableColumn("origin", kText, Unit::kNone, "origin",
                  "The input that it is from, where several tell the same metric of a node."),
      TableColumn("phase", kText, Unit::kNone, "phase",
                  "Of -by phase: the kind of step, the time around and between steps, or a mark."),
      TableColumn("unit", kText, Unit::kNone, "unit",
                  "What its values count, where that is known."),
      TableColumn("begin_us", kNumber, Unit::kMicros, "begin",
                  "Of -every: from the profile's start to the begin of the span."),
      TableColumn("count", kNumber, Unit::kCount, "count", "How many values there are."),
      real("mean", "mean", "Their mean."),
      real("std", "std", "Their standard deviation, of the sample."),
      real("min", "min", "The least."),
      real("p5", "p5", "5 % are below it."),
      real("p50", "p50", "The median."),
      real("p95", "p95", "95 % are below it."),
      real("p99", "p99", "99 % are below it."),
      real("max", "max", "The greatest."),
  };
}

std::vector<Report> MetricsTables() {
  return {StartTable("", "", std::string(kMetricRowName), MetricsColumns()), StartOverTime()};
}

absl::StatusOr<Report> MetricsView(const Selected& selected, const Query& query,
                                   RunContext& context) {
  const Profile& profile = selected.profile();
  const bool by_phase = query.by == "phase";
  if (!query.by.empty() && query.by != "kind" && query.by != "node" && !by_phase) {
    return absl::InvalidArgumentError(
        fmt::format("metrics: -by {}: a row is a metric, with -by kind or -by node several, or "
                    "with -by phase one in one phase",
                    query.by));
  }
  PROFILER_ASSIGN_OR_RETURN(const AskedTimes asked, TimesAskedFor(selected, query));
  MetricsTable table(selected, query, asked);
  PROFILER_RETURN_IF_ERROR(table.AddRows(context));
  Report& report = table.report;
  if (by_phase && asked.phases.empty()) AddNoStepsNote(selected, report);
  if (!table.has_series()) AddNoMetricsNote(selected, report);
  if (!asked.all_steps && table.has_series() && report.rows.empty()) AddNoSamplesNote(report);
  if (!by_phase) DropColumn("phase", report);
  if (!query.every.given()) DropColumn("begin_us", report);
  if (!table.has_origins()) DropColumn("origin", report);
  PROFILER_RETURN_IF_ERROR(FinishTable(query, report));
  HideRepeats(query, report);
  PROFILER_ASSIGN_OR_RETURN(Report over_time, table.OverTime());
  if (!over_time.rows.empty()) {
    if (!table.has_origins()) DropColumn("origin", over_time);
    HideRepeats(query, over_time);
    report.sections.push_back(std::move(over_time));
  }
  AddMetricClockNotes(profile, report);
  AddFilterNotes(profile, query, report);
  return std::move(report);
}

}  // namespace profiler
