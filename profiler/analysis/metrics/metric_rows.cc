#include "profiler/analysis/metrics/metric_rows.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <set>
#include <string_view>
#include <tuple>

#include "profiler/analysis/metrics/distribution.h"
#include "profiler/analysis/metrics/job_times.h"
#include "profiler/analysis/time/intervals.h"
#include "profiler/base/text/natural_less.h"

namespace profiler {
namespace {

constexpr size_t kMetricMoments = 60;  // points of the values over time
constexpr size_t kMostDimensions = 4;

auto IdentityOf(const MetricRowOf& row) {
  return std::tie(row.node, row.kind, row.name, row.dimension);
}

struct Before {
  bool operator()(const MetricRowOf& a, const MetricRowOf& b) const {
    if (a.node == b.node && a.kind == b.kind && a.name != b.name) {
      return NaturalLess(a.name, b.name);
    }
    return std::tuple_cat(IdentityOf(a), std::tie(a.origin, a.unit)) <
           std::tuple_cat(IdentityOf(b), std::tie(b.origin, b.unit));
  }
};

MetricRowOf RowFor(const Profile& profile, const MetricSeries& series, std::string_view by) {
  MetricRowOf row;
  row.node = series.node;
  row.kind = series.kind;
  // Metrics without a known kind are combined only if their dimension is the same.
  if (by != "kind" || series.kind.empty()) row.dimension = series.dimension;
  if (by.empty() || by == "phase") row.name = series.name;
  row.unit = series.unit;
  const SourceId source = series.series->source;
  if (source.valid()) row.origin = profile.strings[profile.sources[source].path];
  return row;
}

std::string DimensionsOf(const MetricRowOf& row) {
  if (!row.dimension.empty()) return row.dimension;
  std::set<std::string_view> names;
  for (const MetricSeries& series : row.series) names.insert(series.dimension);
  std::string text;
  size_t count = 0;
  for (const std::string_view name : names) {
    if (count == kMostDimensions) return text + " ...";
    text += fmt::format("{}{}", count++ == 0 ? "" : ", ", name);
  }
  return text;
}

// Adds origin and unit to the names of rows that differ only in these.
void NameRows(std::vector<MetricRowOf>& rows, size_t first, size_t last) {
  bool origins_differ = false, units_differ = false;
  for (size_t i = first; i < last; ++i) {
    origins_differ = origins_differ || rows[i].origin != rows[first].origin;
    units_differ = units_differ || rows[i].unit != rows[first].unit;
  }
  for (size_t i = first; i < last; ++i) {
    MetricRowOf& row = rows[i];
    row.dimensions = DimensionsOf(row);
    row.key = {row.node, row.kind, row.name, row.dimension};
    if (!origins_differ) row.origin.clear();
    if (origins_differ) row.key.push_back(row.origin);
    if (units_differ) row.key.push_back(row.unit);
  }
}

}  // namespace

std::vector<MetricRowOf> FindMetricRows(const Selected& selected, const Query& query) {
  const Profile& profile = selected.profile();
  std::map<MetricRowOf, std::vector<MetricSeries>, Before> found;
  for (const MetricSeries& series : PickSeries(selected)) {
    found[RowFor(profile, series, query.by)].push_back(series);
  }
  std::vector<MetricRowOf> rows;
  for (auto& [row, series] : found) {
    rows.push_back(row);
    rows.back().series = std::move(series);
  }
  for (size_t first = 0, last = 0; first < rows.size(); first = last) {
    while (last < rows.size() && IdentityOf(rows[last]) == IdentityOf(rows[first])) ++last;
    NameRows(rows, first, last);
  }
  return rows;
}

MetricSamples SamplesOf(const Profile& profile, const MetricRowOf& row) {
  MetricSamples samples;
  for (const MetricSeries& metric : row.series) {
    const Series& series = *metric.series;
    for (size_t i = 0; i < series.size(); ++i) {
      if (series.time[i] == kUnknown || !std::isfinite(series.value[i])) continue;
      samples.emplace_back(profile.time_axis.FromStart(series.source, series.time[i]),
                           series.value[i]);
    }
  }
  const auto before = [](const auto& a, const auto& b) { return a.first < b.first; };
  std::stable_sort(samples.begin(), samples.end(), before);
  return samples;
}

MetricSamples Within(const MetricSamples& samples, const IntervalIndex& times) {
  MetricSamples within;
  for (const auto& sample : samples) {
    if (times.Has(IntervalOf({sample.first, sample.first}).begin)) within.push_back(sample);
  }
  return within;
}

std::vector<double> ValuesOf(const MetricSamples& samples, size_t first, size_t last) {
  std::vector<double> values;
  values.reserve(last - first);
  for (size_t i = first; i < last; ++i) values.push_back(samples[i].second);
  return values;
}

MetricSpan SpanOf(const Profile& profile, const std::vector<MetricRowOf>& rows) {
  MetricSpan span = {0, 0};
  bool is_first = true;
  for (const MetricRowOf& row : rows) {
    for (const MetricSeries& metric : row.series) {
      for (const int64_t time : metric.series->time) {
        if (time == kUnknown) continue;
        const Int128 at = profile.time_axis.FromStart(metric.series->source, time);
        span = is_first ? MetricSpan(at, at)
                        : MetricSpan(std::min(span.first, at), std::max(span.second, at));
        is_first = false;
      }
    }
  }
  return span;
}

std::vector<double> MeansOf(const MetricSamples& samples, MetricSpan span) {
  std::vector<double> means(kMetricMoments, Distribution::kNone);
  std::vector<size_t> counts(kMetricMoments);
  const Int128 length = span.second - span.first + 1;
  for (const auto& [time, value] : samples) {
    const auto i = static_cast<size_t>((time - span.first) * Int128{kMetricMoments} / length);
    means[i] = counts[i]++ == 0 ? value : means[i] + value;
  }
  for (size_t i = 0; i < kMetricMoments; ++i) {
    if (counts[i] > 0) means[i] /= static_cast<double>(counts[i]);
  }
  return means;
}

}  // namespace profiler
