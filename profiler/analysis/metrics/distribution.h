#ifndef PROFILER_ANALYSIS_METRICS_DISTRIBUTION_H_
#define PROFILER_ANALYSIS_METRICS_DISTRIBUTION_H_

#include <cstddef>
#include <limits>
#include <vector>

namespace profiler {

// How values are spread. What cannot be said of so few of them is NaN.
struct Distribution {
  static constexpr double kNone = std::numeric_limits<double>::quiet_NaN();

  size_t count = 0;
  double mean = kNone;
  double std = kNone;  // of the sample: by count - 1
  double min = kNone, p5 = kNone, p50 = kNone, p95 = kNone, p99 = kNone, max = kNone;
};

// Values that are not finite are left out.
Distribution Describe(std::vector<double> values);

// The value below which `share` of the sorted values lie; between two of them, in proportion, as
// numpy's. NaN where there is none.
double Percentile(const std::vector<double>& sorted, double share);

}  // namespace profiler

#endif  // PROFILER_ANALYSIS_METRICS_DISTRIBUTION_H_
