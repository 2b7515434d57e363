// What a series looks like besides its steps: single outliers, and a line.
#ifndef PROFILER_COMPARE_STATS_SERIES_SHAPE_H_
#define PROFILER_COMPARE_STATS_SERIES_SHAPE_H_

#include <cstddef>
#include <span>
#include <vector>

namespace profiler {

// The places, in order, of values that lie beyond all others by more than these lie apart, if they
// are at most a fifth and each stands alone between two others: none can be a part of a level that
// lasts. Values must not be NaN.
std::vector<size_t> LoneOutliers(std::span<const double> values);

// The line whose slope is the median of those of all pairs, and from which the median distance is 0
// (Theil 1950, Sen 1968): single outliers do not turn it.
struct MedianLine {
  double slope = 0, at_zero = 0;
  double At(double place) const { return at_zero + slope * place; }
};
// `places` ascend.
MedianLine MedianLineThrough(std::span<const double> places, std::span<const double> values);

}  // namespace profiler

#endif  // PROFILER_COMPARE_STATS_SERIES_SHAPE_H_
