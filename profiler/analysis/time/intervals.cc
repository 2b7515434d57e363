#include "profiler/analysis/time/intervals.h"

#include <algorithm>
#include <utility>

#include "profiler/base/threads/sort_runs.h"

namespace profiler {

void AddToLast(const Interval& interval, std::vector<Interval>& intervals) {
  if (!intervals.empty() && intervals.back().begin <= interval.begin &&
      interval.begin <= intervals.back().end) {
    intervals.back().end = std::max(intervals.back().end, interval.end);
  } else {
    intervals.push_back(interval);
  }
}

Int128 TotalLength(std::vector<Interval> intervals) {
  Int128 length = 0;
  for (const Interval& one : United(std::move(intervals))) {
    length += static_cast<Int128>(one.end) - one.begin;
  }
  return length;
}

std::vector<Interval> United(std::vector<Interval> intervals) {
  SortRuns(intervals.begin(), intervals.end(),
           [](const Interval& a, const Interval& b) { return a.begin < b.begin; });
  size_t kept = 0;
  for (const Interval one : intervals) {
    if (one.end <= one.begin) continue;
    if (kept > 0 && one.begin <= intervals[kept - 1].end) {
      intervals[kept - 1].end = std::max(intervals[kept - 1].end, one.end);
    } else {
      intervals[kept++] = one;
    }
  }
  intervals.resize(kept);
  return intervals;
}

std::vector<Interval> Without(const std::vector<Interval>& intervals,
                              const std::vector<Interval>& holes) {
  std::vector<Interval> left;
  auto hole = holes.begin();
  for (const Interval& one : intervals) {
    int64_t begin = one.begin;
    while (hole != holes.end() && hole->end <= begin) ++hole;
    for (; hole != holes.end() && hole->begin < one.end; ++hole) {
      if (hole->begin > begin) left.push_back({begin, hole->begin});
      begin = hole->end;
      if (begin >= one.end) break;  // the hole may reach into the next interval
    }
    if (begin < one.end) left.push_back({begin, one.end});
  }
  return left;
}

std::vector<Interval> Common(const std::vector<Interval>& a, const std::vector<Interval>& b) {
  if (a.empty()) return {};
  // Of a long `b` only those that may meet a short `a`.
  const auto first =
      std::lower_bound(b.begin(), b.end(), a.front().begin,
                       [](const Interval& one, int64_t time) { return one.end <= time; });
  const auto last =
      std::lower_bound(first, b.end(), a.back().end,
                       [](const Interval& one, int64_t time) { return one.begin < time; });
  return Without(a, Without(a, {first, last}));
}

}  // namespace profiler
