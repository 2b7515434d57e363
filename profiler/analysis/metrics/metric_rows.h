// The rows of the view `metrics`. A row combines one or more series.
#ifndef PROFILER_ANALYSIS_METRICS_METRIC_ROWS_H_
#define PROFILER_ANALYSIS_METRICS_METRIC_ROWS_H_

#include <cstddef>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "profiler/analysis/metrics/metric_series.h"
#include "profiler/analysis/selection/selected.h"
#include "profiler/analysis/time/interval_index.h"
#include "profiler/base/int128.h"
#include "profiler/query/query.h"
#include "profiler/store/profile.h"

namespace profiler {

// Series of the same unit and origin. A text member is empty if it differs between the series.
struct MetricRowOf {
  std::string node, kind, name, dimension, unit;
  std::string origin;      // the input file; set if rows differ only by input or unit
  std::string dimensions;  // the dimensions of all series
  std::vector<std::string> key;
  std::vector<MetricSeries> series;

  std::string title() const {
    if (!name.empty()) return name;
    return dimension.empty() ? kind : dimension;
  }
};

inline constexpr std::string_view kMetricRowName = "the device, or the metric of a host";

// Sorted by node, kind, name (gpu2 before gpu10), dimension, origin and unit.
std::vector<MetricRowOf> FindMetricRows(const Selected& selected, const Query& query);

// The values of a row. Compute them for one row at a time, as they take more memory than the
// series.
using MetricSamples = std::vector<std::pair<Int128, double>>;  // by time from the profile's start

MetricSamples SamplesOf(const Profile& profile, const MetricRowOf& row);
MetricSamples Within(const MetricSamples& samples, const IntervalIndex& times);
std::vector<double> ValuesOf(const MetricSamples& samples, size_t first, size_t last);

using MetricSpan = std::pair<Int128, Int128>;  // the first and the last time

MetricSpan SpanOf(const Profile& profile, const std::vector<MetricRowOf>& rows);
// The mean in each of 60 equal parts of the span, which all rows share.
std::vector<double> MeansOf(const MetricSamples& samples, MetricSpan span);

}  // namespace profiler

#endif  // PROFILER_ANALYSIS_METRICS_METRIC_ROWS_H_
