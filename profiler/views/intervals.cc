#include "profiler/views/intervals.h"

#include <algorithm>

namespace profiler {

Int128 TotalLength(std::vector<Interval> intervals) {
  std::sort(intervals.begin(), intervals.end(),
            [](const Interval& a, const Interval& b) { return a.begin < b.begin; });
  Int128 length = 0;
  int64_t covered = INT64_MIN;  // up to here
  for (const Interval& one : intervals) {
    const int64_t begin = std::max(one.begin, covered);
    if (one.end <= begin) continue;
    length += static_cast<Int128>(one.end) - begin;
    covered = one.end;
  }
  return length;
}

}  // namespace profiler
