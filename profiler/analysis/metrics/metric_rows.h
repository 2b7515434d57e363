// The rows of the view `metrics`: which series each puts together, and their values.
#ifndef PROFILER_ANALYSIS_METRICS_METRIC_ROWS_H_
#define PROFILER_ANALYSIS_METRICS_METRIC_ROWS_H_

#include <cstddef>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "profiler/analysis/metrics/metric_series.h"
#include "profiler/analysis/selection/selected.h"
#include "profiler/analysis/time/time_in.h"
#include "profiler/base/int128.h"
#include "profiler/query/query.h"
#include "profiler/store/profile.h"

namespace profiler {

// Series of one unit and one origin. What they differ in otherwise is empty.
struct MetricRowOf {
  std::string node, kind, name, dimension, unit;
  std::string origin;      // the input; where rows differ in nothing else but the unit
  std::string dimensions;  // of all its series
  std::vector<std::string> key;
  std::vector<MetricSeries> series;

  std::string title() const {
    if (!name.empty()) return name;
    return dimension.empty() ? kind : dimension;
  }
};

inline constexpr std::string_view kMetricRowName = "the device, or the metric of a host";

// In the order of node, kind, name, dimension, origin and unit.
std::vector<MetricRowOf> FindMetricRows(const Selected& selected, const Query& query);

// The values of a row: made for one row at a time, as they take more memory than the series do.
using MetricSamples = std::vector<std::pair<Int128, double>>;  // by time from the profile's start

MetricSamples SamplesOf(const Profile& profile, const MetricRowOf& row);
MetricSamples Within(const MetricSamples& samples, const TimeIn& times);
std::vector<double> ValuesOf(const MetricSamples& samples, size_t first, size_t last);

using MetricSpan = std::pair<Int128, Int128>;  // the first and the last time

MetricSpan SpanOf(const Profile& profile, const std::vector<MetricRowOf>& rows);
// The mean in each of 60 equal parts of the span: rows stand below each other.
std::vector<double> MeansOf(const MetricSamples& samples, MetricSpan span);

}  // namespace profiler

#endif  // PROFILER_ANALYSIS_METRICS_METRIC_ROWS_H_
