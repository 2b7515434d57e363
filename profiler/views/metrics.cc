#include "profiler/views/metrics.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <string>
#include <utility>

#include "profiler/base/status.h"
#include "profiler/views/distribution.h"
#include "profiler/views/empty_notes.h"
#include "profiler/views/filter_notes.h"
#include "profiler/views/job_times.h"
#include "profiler/views/metric_clock_notes.h"
#include "profiler/views/metric_series.h"
#include "profiler/views/selected_steps.h"
#include "profiler/views/table.h"
#include "profiler/views/table_row.h"
#include "profiler/views/time_in.h"

namespace profiler {
namespace {

constexpr std::string_view kRowName = "the device, or the metric of a host";
constexpr size_t kMoments = 60;  // of the values over time

// What a row is of. Of rows that put metrics together, what these differ in is empty.
struct RowKey {
  std::string node, kind, name, dimension, phase;
  friend bool operator<(const RowKey& a, const RowKey& b) {
    return std::tie(a.node, a.kind, a.name, a.dimension) <
           std::tie(b.node, b.kind, b.name, b.dimension);
  }
};

using Rows = std::map<RowKey, std::vector<MetricSeries>>;
using Span = std::pair<Int128, Int128>;  // the first and the last time, from the profile's start

// The values of a row: made for one row at a time, as they take more memory than the series do.
struct Samples {
  std::string unit;
  std::vector<std::pair<Int128, double>> at;  // by time from the profile's start
};

RowKey KeyFor(const MetricSeries& series, std::string_view by) {
  RowKey key{std::string(series.node), std::string(series.kind), "", "", ""};
  if (by != "kind") key.dimension = series.dimension;
  if (by.empty() || by == "phase") key.name = series.name;
  return key;
}

Rows FindRows(const Profile& profile, const Query& query) {
  Rows rows;
  for (const MetricSeries& series : PickSeries(profile, query.selection)) {
    rows[KeyFor(series, query.by)].push_back(series);
  }
  return rows;
}

Samples SamplesOf(const Profile& profile, const std::vector<MetricSeries>& row) {
  Samples samples;
  samples.unit = row.front().unit;
  for (const MetricSeries& metric : row) {
    if (metric.unit != row.front().unit) samples.unit.clear();  // of several none can be told
    const Series& series = *metric.series;
    for (size_t i = 0; i < series.size(); ++i) {
      if (series.time[i] == kUnknown || !std::isfinite(series.value[i])) continue;
      samples.at.emplace_back(profile.time_axis.FromStart(series.source, series.time[i]),
                              series.value[i]);
    }
  }
  const auto before = [](const auto& a, const auto& b) { return a.first < b.first; };
  std::stable_sort(samples.at.begin(), samples.at.end(), before);
  return samples;
}

Span SpanOf(const Profile& profile, const Rows& rows) {
  Span span = {0, 0};
  bool is_first = true;
  for (const auto& [key, row] : rows) {
    for (const MetricSeries& metric : row) {
      for (const int64_t time : metric.series->time) {
        if (time == kUnknown) continue;
        const Int128 at = profile.time_axis.FromStart(metric.series->source, time);
        span = is_first ? Span(at, at) : Span(std::min(span.first, at), std::max(span.second, at));
        is_first = false;
      }
    }
  }
  return span;
}

// The mean in each of equal parts of the span: rows stand below each other.
std::vector<double> MeansOf(const Samples& samples, Span span) {
  std::vector<double> means(kMoments, Distribution::kNone);
  std::vector<size_t> counts(kMoments);
  const Int128 length = span.second - span.first + 1;
  for (const auto& [time, value] : samples.at) {
    const auto i = static_cast<size_t>((time - span.first) * Int128{kMoments} / length);
    means[i] = counts[i]++ == 0 ? value : means[i] + value;
  }
  for (size_t i = 0; i < kMoments; ++i) {
    if (counts[i] > 0) means[i] /= static_cast<double>(counts[i]);
  }
  return means;
}

std::string NameOf(const RowKey& key) {
  if (!key.name.empty()) return key.name;
  return key.dimension.empty() ? key.kind : key.dimension;
}

TableRow StartRow(const RowKey& key, const Samples& samples, Value begin, Report& report) {
  std::vector<std::string> path = {key.node, key.kind, key.name, key.dimension};
  if (!key.phase.empty()) path.push_back(key.phase);
  if (begin != kAbsent) path.push_back(fmt::format("{}", static_cast<int64_t>(begin)));
  TableRow row(report, NameOf(key), std::move(path));
  row.Text(key.node).Text(key.kind).Text(key.dimension).Text(key.phase);
  row.Text(samples.unit).Number(begin);
  return row;
}

void AddDistribution(const Distribution& d, TableRow& row) {
  row.Number(static_cast<Value>(d.count)).Real(d.mean).Real(d.std).Real(d.min).Real(d.p5);
  row.Real(d.p50).Real(d.p95).Real(d.p99).Real(d.max);
}

std::vector<double> Values(const Samples& samples, size_t first, size_t last) {
  std::vector<double> values;
  values.reserve(last - first);
  for (size_t i = first; i < last; ++i) values.push_back(samples.at[i].second);
  return values;
}

// By the name of a phase of the job, in the order in which they come: the times in which it ran.
using PhaseTimes = std::vector<std::pair<std::string, TimeIn>>;

PhaseTimes TimesOfPhases(const std::vector<JobPhase>& phases) {
  int64_t last_end = INT64_MIN;
  for (const JobPhase& phase : phases) last_end = std::max(last_end, IntervalOf(phase.span).end);
  std::vector<std::pair<std::string, std::vector<Interval>>> times;
  for (const JobPhase& phase : phases) {
    auto at = std::find_if(times.begin(), times.end(),
                           [&](const auto& one) { return one.first == phase.name; });
    if (at == times.end()) at = times.insert(at, {phase.name, {}});
    Interval time = IntervalOf(phase.span);
    // What was sampled at the very end is in the phase that ends there.
    if (time.end == last_end && time.end < INT64_MAX) ++time.end;
    at->second.push_back(time);
  }
  PhaseTimes united;
  for (auto& [name, spans] : times) united.emplace_back(name, TimeIn(United(std::move(spans))));
  return united;
}

Samples Within(const Samples& samples, const TimeIn& times) {
  Samples within{samples.unit, {}};
  for (const auto& sample : samples.at) {
    if (times.Has(IntervalOf({sample.first, sample.first}).begin)) within.at.push_back(sample);
  }
  return within;
}

// One row for each span of the length `every` that holds values.
void AddSpans(const RowKey& key, const Samples& samples, Int128 every, Report& report) {
  for (size_t first = 0, last = 0; first < samples.at.size(); first = last) {
    const Int128 time = samples.at[first].first;
    const Int128 begin = (time / every - (time % every < 0 ? 1 : 0)) * every;
    while (last < samples.at.size() && samples.at[last].first < begin + every) ++last;
    TableRow row = StartRow(key, samples, begin, report);
    AddDistribution(Describe(Values(samples, first, last)), row);
  }
}

Report StartOverTime() {
  using enum ColumnType;
  return StartTable("over_time", "Metrics over time", std::string(kRowName),
                    {TableColumn("node", kText, Unit::kNone, "node", "As above."),
                     TableColumn("dimension", kText, Unit::kNone, "dimension", "As above."),
                     TableColumn("values", kSeries, Unit::kNone, "values",
                                 "The mean in each of 60 equal parts of the time of all rows.")});
}

void AddOverTime(const RowKey& key, const Samples& samples, Span span, Report& report) {
  TableRow(report, NameOf(key), {key.node, key.kind, key.name, key.dimension})
      .Text(key.node)
      .Text(key.dimension)
      .Series(MeansOf(samples, span));
}

absl::StatusOr<PhaseTimes> PhasesAskedFor(const Profile& profile, const Query& query) {
  if (query.by != "phase") return PhaseTimes();
  PROFILER_ASSIGN_OR_RETURN(const SelectedSteps steps, SelectSteps(profile, query.selection.steps));
  return TimesOfPhases(JobTimes(profile, query.selection, steps).Phases());
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
      TableColumn("dimension", kText, Unit::kNone, "dimension", "What was measured."),
      TableColumn("phase", kText, Unit::kNone, "phase",
                  "Of -by phase: the kind of step, or the time around and between steps."),
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
  return {StartTable("", "", std::string(kRowName), MetricsColumns()), StartOverTime()};
}

absl::StatusOr<Report> MetricsView(const Profile& profile, const Query& query,
                                   RunContext& context) {
  const bool by_phase = query.by == "phase";
  if (!query.by.empty() && query.by != "kind" && query.by != "node" && !by_phase) {
    return absl::InvalidArgumentError(
        fmt::format("metrics: -by {}: a row is a metric, with -by kind or -by node several, or "
                    "with -by phase one in one phase",
                    query.by));
  }
  Report report = StartTable("metrics", "Metrics", std::string(kRowName), MetricsColumns());
  Report over_time = StartOverTime();
  const Rows rows = FindRows(profile, query);
  const Span span = SpanOf(profile, rows);
  PROFILER_ASSIGN_OR_RETURN(const PhaseTimes phases, PhasesAskedFor(profile, query));
  const auto add = [&](const RowKey& key, const Samples& samples) {
    if (query.every.given()) {
      AddSpans(key, samples, query.every.picos(), report);
      return;
    }
    TableRow row = StartRow(key, samples, kAbsent, report);
    AddDistribution(Describe(Values(samples, 0, samples.at.size())), row);
  };
  for (const auto& [key, row_series] : rows) {
    PROFILER_RETURN_IF_ERROR(context.Check());
    const Samples samples = SamplesOf(profile, row_series);
    if (by_phase) {
      RowKey of = key;
      for (const auto& [phase, times] : phases) {
        of.phase = phase;
        const Samples within = Within(samples, times);
        if (!within.at.empty()) add(of, within);
      }
      continue;
    }
    add(key, samples);
    if (!query.every.given()) AddOverTime(key, samples, span, over_time);
  }
  if (by_phase && phases.empty()) AddNoStepsNote(profile, query, report);
  if (!by_phase) std::erase_if(report.columns, [](const auto& c) { return c.name == "phase"; });
  if (rows.empty()) AddNoMetricsNote(profile, query, report);
  PROFILER_RETURN_IF_ERROR(FinishTable(query, report));
  if (!over_time.rows.empty()) {
    PROFILER_RETURN_IF_ERROR(FinishTable(query, over_time));
    report.sections.push_back(std::move(over_time));
  }
  AddMetricClockNotes(profile, report);
  AddFilterNotes(profile, query, report);
  return report;
}

}  // namespace profiler
