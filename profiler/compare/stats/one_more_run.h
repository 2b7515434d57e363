// Whether one run differs from several by more than these do from each other: Student's prediction
// interval of one more value. Steps of a run cannot tell, as they share what the machine did then.
// docs/metrics.md says when it is used.
#ifndef PROFILER_COMPARE_STATS_ONE_MORE_RUN_H_
#define PROFILER_COMPARE_STATS_ONE_MORE_RUN_H_

#include <cstddef>
#include <span>

#include "profiler/base/value.h"

namespace profiler {

// Two runs may lie close together by chance, and then show too little noise.
inline constexpr size_t kLeastRunsOfNoise = 3;

struct OneMoreRun {
  double p_value = 1;  // two-sided
  // 95 % of further runs lie within this of the mean of the several; NaN if that is unknown.
  double half_width = kAbsentReal;
};
// Unknown if there are fewer than kLeastRunsOfNoise.
OneMoreRun CompareOneMore(std::span<const double> several, double one);

}  // namespace profiler

#endif  // PROFILER_COMPARE_STATS_ONE_MORE_RUN_H_
