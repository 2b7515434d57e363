// Whether a statistic of two samples differs by more than chance: a permutation test. Unlike a test
// by ranks it sees what some of the values do, such as the tail that a 95th percentile is of.
// docs/metrics.md says when it is used.
#ifndef PROFILER_COMPARE_STATS_SHUFFLE_TEST_H_
#define PROFILER_COMPARE_STATS_SHUFFLE_TEST_H_

#include <cstddef>
#include <functional>
#include <vector>

namespace profiler {

// A statistic of values in any order, which it may change.
using SampleStatistic = std::function<double(std::vector<double>& values)>;

// In how many of the ways to divide all blocks of `block` consecutive values among both samples the
// statistic of the new one exceeds that of the base by as much as it does, or more: a one-sided
// p-value. The ways are drawn at random, always the same. 1 if a sample is empty.
double ShuffleTest(const std::vector<double>& base, const std::vector<double>& next, size_t block,
                   const SampleStatistic& statistic);

}  // namespace profiler

#endif  // PROFILER_COMPARE_STATS_SHUFFLE_TEST_H_
