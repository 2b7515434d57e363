#ifndef PROFILER_COMPARE_STATS_MEDIAN_H_
#define PROFILER_COMPARE_STATS_MEDIAN_H_

#include <span>

namespace profiler {

// The middle value, or the mean of the two in the middle; NaN if there are none.
double MedianOf(std::span<const double> values);
double MedianOfSorted(std::span<const double> values);

}  // namespace profiler

#endif  // PROFILER_COMPARE_STATS_MEDIAN_H_
