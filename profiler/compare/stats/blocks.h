// Tests assume that steps are independent. If a slow step is often followed by a slow one, blocks
// of consecutive steps are compared in place of steps.
#ifndef PROFILER_COMPARE_STATS_BLOCKS_H_
#define PROFILER_COMPARE_STATS_BLOCKS_H_

#include <cstddef>
#include <vector>

namespace profiler {

// The number of steps per block: 1 unless the lag-1 autocorrelation of the values is significant.
size_t BlockLength(const std::vector<double>& values);

// The mean of each block of `length` consecutive values. The last block takes the rest.
std::vector<double> BlockMeans(std::vector<double> values, size_t length);

}  // namespace profiler

#endif  // PROFILER_COMPARE_STATS_BLOCKS_H_
