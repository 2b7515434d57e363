#ifndef PROFILER_ANALYSIS_TIME_INTERVALS_H_
#define PROFILER_ANALYSIS_TIME_INTERVALS_H_

#include <cstdint>
#include <vector>

#include "profiler/base/int128.h"

namespace profiler {

// A time range [begin, end) in picoseconds.
struct Interval {
  int64_t begin = 0, end = 0;
};

// Appends the interval, or extends the last one if it begins within the last one or at its end, so
// that sorted input takes little memory.
void AddToLast(const Interval& interval, std::vector<Interval>& intervals);

// The length of the union of the intervals.
Int128 TotalLength(std::vector<Interval> intervals);

// The union of the intervals, as disjoint, sorted, non-empty intervals.
std::vector<Interval> United(std::vector<Interval> intervals);

// The intervals minus the holes; both must be results of United().
std::vector<Interval> Without(const std::vector<Interval>& intervals,
                              const std::vector<Interval>& holes);

// What is in both; both must be results of United().
std::vector<Interval> Common(const std::vector<Interval>& a, const std::vector<Interval>& b);

}  // namespace profiler

#endif  // PROFILER_ANALYSIS_TIME_INTERVALS_H_
