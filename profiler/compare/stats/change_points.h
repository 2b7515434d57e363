// Finds where the values of a series change for good, such as a time per step over many runs:
// E-divisive (Matteson and James 2014) with ranks in place of values, so that one outlier is no
// change. docs/metrics.md has the formulas.
#ifndef PROFILER_COMPARE_STATS_CHANGE_POINTS_H_
#define PROFILER_COMPARE_STATS_CHANGE_POINTS_H_

#include <cstddef>
#include <span>
#include <vector>

namespace profiler {

struct ChangePoint {
  size_t first = 0;    // the index of the first value after the change
  double p_value = 1;  // by a permutation test
};

// The fewest values on each side of a change.
inline constexpr size_t kLeastValuesBesideChange = 3;
// Fewer values cannot show a change: of the ways to part 8 values into halves, 2 of 70 look like
// the clearest change, of 7 values 4 of 35.
inline constexpr size_t kLeastValuesForChange = 8;
// A change is real if fewer of the permutations look like one.
inline constexpr double kChangePValue = 0.05;
// The number of permutations: the least p-value is 1 in 1000.
inline constexpr size_t kPermutations = 999;

// In ascending order. Values must not be NaN. Equal values give equal results: the permutations
// are always the same.
std::vector<ChangePoint> FindChangePoints(std::span<const double> values);

}  // namespace profiler

#endif  // PROFILER_COMPARE_STATS_CHANGE_POINTS_H_
