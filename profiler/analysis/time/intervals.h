#ifndef PROFILER_ANALYSIS_TIME_INTERVALS_H_
#define PROFILER_ANALYSIS_TIME_INTERVALS_H_

#include <cstdint>
#include <vector>

#include "profiler/base/int128.h"

namespace profiler {

// From begin to end, in picoseconds.
struct Interval {
  int64_t begin = 0, end = 0;
};

// Appends it, or where it begins in the last one, or at its end, makes that one longer: what comes
// in order takes little room.
void AddToLast(const Interval& interval, std::vector<Interval>& intervals);

// How long at least one of them lasts.
Int128 TotalLength(std::vector<Interval> intervals);

// The times in which at least one of them lasts: apart, in order, none of them empty.
std::vector<Interval> United(std::vector<Interval> intervals);

// What `holes` leave of them; both are as United() answers.
std::vector<Interval> Without(const std::vector<Interval>& intervals,
                              const std::vector<Interval>& holes);

}  // namespace profiler

#endif  // PROFILER_ANALYSIS_TIME_INTERVALS_H_
