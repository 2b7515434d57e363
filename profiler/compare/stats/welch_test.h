// Welch's t-test: whether the means of two samples of few values differ. Unlike a test by ranks, it
// can reach any p-value, so it can be corrected for many rows. docs/metrics.md says when it is
// used.
#ifndef PROFILER_COMPARE_STATS_WELCH_TEST_H_
#define PROFILER_COMPARE_STATS_WELCH_TEST_H_

#include <span>

namespace profiler {

// The two-sided p-value; 1 if a sample has fewer than two values.
double WelchPValue(std::span<const double> base, std::span<const double> next);

// Half of the 95 % interval of the difference of the means, as if the samples were many. NaN if a
// sample has fewer than two items.
double HalfWidthOfMeans(std::span<const double> base, std::span<const double> next);

}  // namespace profiler

#endif  // PROFILER_COMPARE_STATS_WELCH_TEST_H_
