#ifndef PROFILER_ANALYSIS_METRICS_DISTRIBUTION_H_
#define PROFILER_ANALYSIS_METRICS_DISTRIBUTION_H_

#include <cstddef>
#include <limits>
#include <vector>

namespace profiler {

// Statistics of values. NaN if there are too few values.
struct Distribution {
  static constexpr double kNone = std::numeric_limits<double>::quiet_NaN();

  size_t count = 0;
  double mean = kNone;
  double std = kNone;  // the sample standard deviation (divides by count - 1)
  double min = kNone, p5 = kNone, p50 = kNone, p95 = kNone, p99 = kNone, max = kNone;
};

// Ignores values that are not finite.
Distribution Describe(std::vector<double> values);

// The value at the quantile `share` of sorted values, with linear interpolation as in numpy. NaN if
// there are no values.
double Percentile(const std::vector<double>& sorted, double share);

}  // namespace profiler

#endif  // PROFILER_ANALYSIS_METRICS_DISTRIBUTION_H_
