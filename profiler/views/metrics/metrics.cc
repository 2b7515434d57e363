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
#include "profiler/analysis/metrics/metric_rows.h"
#include "profiler/base/status.h"
#include "profiler/report/column.h"
#include "profiler/report/table.h"
#include "profiler/views/metrics/metric_times.h"
#include "profiler/views/notes/empty_notes.h"
#include "profiler/views/notes/filter_notes.h"
#include "profiler/views/view.h"

namespace profiler {
namespace {

// A row for one metric; with -by phase in one phase, with -every in one span.
struct MetricsRow {
  const MetricRowOf& of;
  std::string_view phase;
  Value begin;
  Distribution values;

  std::vector<std::string> Key() const {
    std::vector<std::string> key = of.key;
    if (!phase.empty()) key.emplace_back(phase);
    if (begin != kAbsent) key.push_back(fmt::format("{}", static_cast<int64_t>(begin)));
    return key;
  }
};

// The columns that only some reports have.
struct MetricsShape {
  bool by_phase = true, by_span = true, has_origins = true;
};

std::vector<ColumnOf<MetricsRow>> MetricsColumns(const MetricsShape& shape) {
  using C = ColumnOf<MetricsRow>;
  using Row = const MetricsRow&;
  const auto real = [](std::string_view name, std::string_view sentence,
                       double Distribution::*value) {
    return C::Real(name, Unit::kNone, name, sentence,
                   [value](Row row) { return row.values.*value; });
  };
  return Concat<MetricsRow>({
      C::Text("node", "node", "The host that it was recorded on.",
              [](Row row) { return row.of.node; })
          .In(Detail::kBrief),
      C::Text("kind", "kind", "What it is a metric of: cpu, network ...",
              [](Row row) { return row.of.kind; })
          .In(Detail::kBrief)
          .RepeatsName(),
      C::Text("dimension", "dimension", "What was measured; of -by kind all that was.",
              [](Row row) { return row.of.dimensions; })
          .RepeatsName(),
      C::Text("origin", "origin", "The input file, if several have the same metric of a node.",
              [](Row row) { return row.of.origin; })
          .In(Detail::kBrief)
          .If(shape.has_origins),
      C::Text("phase", "phase",
              "Of -by phase: the kind of step, the time around and between steps, or a mark.",
              &MetricsRow::phase)
          .If(shape.by_phase),
      C::Text("unit", "unit", "What its values count, where that is known.",
              [](Row row) { return row.of.unit; })
          .In(Detail::kBrief),
      C::Number("begin_us", Unit::kMicros, "begin",
                "Of -every: from the profile's start to the begin of the span.", &MetricsRow::begin)
          .As(ColumnRole::kBegin)
          .If(shape.by_span),
      C::Number("count", Unit::kCount, "count", "How many values there are.",
                [](Row row) { return row.values.count; })
          .In(Detail::kBrief),
      real("mean", "Their mean.", &Distribution::mean).In(Detail::kBrief),
      real("std", "Their standard deviation, of the sample.", &Distribution::std),
      real("min", "The least.", &Distribution::min),
      real("p5", "5 % are below it.", &Distribution::p5).In(Detail::kBrief),
      real("p50", "The median.", &Distribution::p50).In(Detail::kBrief),
      real("p95", "95 % are below it.", &Distribution::p95).In(Detail::kBrief),
      real("p99", "99 % are below it.", &Distribution::p99),
      real("max", "The greatest.", &Distribution::max).In(Detail::kReport),
  });
}

// The values of a row at several times.
struct Course {
  const MetricRowOf* of;
  std::vector<double> means;
  MetricSpan span;
};

std::vector<ColumnOf<Course>> CourseColumns(bool has_origins) {
  using C = ColumnOf<Course>;
  using Row = const Course&;
  constexpr std::string_view kAsAbove = "As above.";
  return Concat<Course>({
      C::Text("node", "node", kAsAbove, [](Row row) { return row.of->node; }),
      C::Text("dimension", "dimension", kAsAbove, [](Row row) { return row.of->dimensions; })
          .RepeatsName(),
      C::Text("origin", "origin", kAsAbove, [](Row row) { return row.of->origin; }).If(has_origins),
      C::Number("begin_us", Unit::kMicros, "begin", "From the profile's start to the first value.",
                [](Row row) { return Value(row.span.first); })
          .As(ColumnRole::kBegin),
      C::Number("end_us", Unit::kMicros, "end", "The same to the last.",
                [](Row row) { return Value(row.span.second); })
          .As(ColumnRole::kPosition),
      C::Series("values", Unit::kNone, "values",
                "The mean in each of 60 equal parts of the time of all rows.", &Course::means),
  });
}

Report StartOverTime(const std::vector<ColumnOf<Course>>& columns) {
  return StartTable("over_time", "Metrics over time", std::string(kMetricRowName),
                    Headers(columns));
}

// The rows of the report.
class MetricsTable {
 public:
  MetricsTable(const Selected& selected, const Query& query, const AskedTimes& asked)
      : profile_(selected.profile()),
        query_(query),
        asked_(asked),
        rows_(FindMetricRows(selected, query)),
        has_origins_(std::any_of(rows_.begin(), rows_.end(),
                                 [](const MetricRowOf& row) { return !row.origin.empty(); })),
        columns_(MetricsColumns({query.by == "phase", query.every.given(), has_origins_})),
        report_(StartTable("metrics", "Metrics", std::string(kMetricRowName), Headers(columns_))) {
    report_.values.basis = Basis::kSamples;
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

  // The values over time of each row of the finished table.
  absl::StatusOr<Report> OverTime() const {
    const std::vector<ColumnOf<Course>> of_course = CourseColumns(has_origins_);
    Report over_time = StartOverTime(of_course);
    for (const auto& row : report_.rows) {
      const auto it = over_time_.find(row.key);
      if (it != over_time_.end()) AppendRow(of_course, row.name, row.key, it->second, over_time);
    }
    Query columns;  // the rows are selected already
    columns.select = query_.select;
    PROFILER_RETURN_IF_ERROR(FinishTable(columns, over_time));
    return over_time;
  }

  bool has_series() const { return !rows_.empty(); }
  Report& report() { return report_; }

 private:
  void AddRow(const MetricsRow& row) {
    AppendRow(columns_, row.of.title(), row.Key(), row, report_);
  }

  // Adds a row for each span of -every that has values.
  void AddSpans(const MetricRowOf& of, std::string_view phase, const MetricSamples& samples) {
    const Int128 every = query_.every.picos();
    for (size_t first = 0, last = 0; first < samples.size(); first = last) {
      const Int128 time = samples[first].first;
      const Int128 begin = (time / every - (time % every < 0 ? 1 : 0)) * every;
      while (last < samples.size() && samples[last].first < begin + every) ++last;
      AddRow({of, phase, begin, Describe(ValuesOf(samples, first, last))});
    }
  }

  void Add(const MetricRowOf& of, std::string_view phase, const MetricSamples& samples) {
    if (samples.empty() && (!phase.empty() || !asked_.all_steps)) return;
    if (query_.every.given()) return AddSpans(of, phase, samples);
    AddRow({of, phase, kAbsent, Describe(ValuesOf(samples, 0, samples.size()))});
    if (phase.empty()) over_time_[of.key] = {&of, MeansOf(samples, span_), span_};
  }

  const Profile& profile_;
  const Query& query_;
  const AskedTimes& asked_;
  const std::vector<MetricRowOf> rows_;
  const bool has_origins_;
  const std::vector<ColumnOf<MetricsRow>> columns_;
  Report report_;
  MetricSpan span_;
  std::map<std::vector<std::string>, Course> over_time_;  // by the row's key
};

// Hides columns that repeat parts of each row's name, unless columns are selected.
void HideRepeats(const Query& query, Report& report) {
  for (ReportColumn& column : report.columns) {
    if (!column.repeats_name) continue;
    column.repeats_name = query.selects_default();
    for (size_t row = 0; row < report.rows.size(); ++row) {
      if (column.words[row] != report.rows[row].name) column.repeats_name = false;
    }
  }
}

void AddNoSamplesNote(Report& report) {
  report.notes.push_back({"no_samples_in_steps", Severity::kInfo,
                          "no metric was sampled while the selected steps ran"});
}

std::vector<ReportColumn> AllMetricsColumns() { return Headers(MetricsColumns({})); }

std::vector<Report> MetricsTables() {
  return {StartTable("", "", std::string(kMetricRowName), AllMetricsColumns()),
          StartOverTime(CourseColumns(true))};
}

absl::StatusOr<Report> AnswerMetrics(const Selected& selected, const Query& query,
                                     RunContext& context) {
  const Profile& profile = selected.profile();
  const bool by_phase = query.by == "phase";
  PROFILER_ASSIGN_OR_RETURN(const AskedTimes asked, TimesAskedFor(selected, query));
  MetricsTable table(selected, query, asked);
  PROFILER_RETURN_IF_ERROR(table.AddRows(context));
  Report& report = table.report();
  if (by_phase && asked.phases.empty()) AddNoStepsNote(selected, report);
  if (!table.has_series()) AddNoMetricsNote(selected, report);
  if (!asked.all_steps && table.has_series() && report.rows.empty()) AddNoSamplesNote(report);
  PROFILER_RETURN_IF_ERROR(FinishTable(query, report));
  HideRepeats(query, report);
  PROFILER_ASSIGN_OR_RETURN(Report over_time, table.OverTime());
  if (!over_time.rows.empty()) {
    HideRepeats(query, over_time);
    report.sections.push_back(std::move(over_time));
  }
  AddMetricClockNotes(profile, report);
  AddFilterNotes(profile, query, report);
  return std::move(report);
}

}  // namespace

constexpr std::string_view kRowsOfMetrics[] = {"kind", "node", "phase"};

const View kMetricsView = {
    .name = "metrics",
    .summary = "system metrics over time: how busy processors, memory and network were",
    .details =
        "A row is a metric of a device or host, with how its values are spread; -by kind puts "
        "those of one kind and unit on a node together, -by node those of one dimension, and -by "
        "phase shows how a metric went in each kind of step, around and between steps, and in what "
        "users marked. With -every 10s there is a row for each span of that length in which there "
        "are values; else a section shows how each went over time.",
    .run = AnswerMetrics,
    .rows = RowKind::kOther,
    .columns = AllMetricsColumns,
    .sections = MetricsTables,
    .obeys = kSelectionUses | kTableUses | OptionUse::kMeaningOfRows | OptionUse::kIntervals,
    .by = kRowsOfMetrics,
};

}  // namespace profiler
