#ifndef PROFILER_ANALYSIS_TIME_INTERVAL_INDEX_H_
#define PROFILER_ANALYSIS_TIME_INTERVAL_INDEX_H_

#include <algorithm>
#include <utility>
#include <vector>

#include "profiler/analysis/time/intervals.h"
#include "profiler/base/int128.h"

namespace profiler {

// Sums the overlap of a time range with many intervals, by binary search.
class IntervalIndex {
 public:
  IntervalIndex() = default;
  explicit IntervalIndex(std::vector<Interval> united) : intervals_(std::move(united)) {
    Int128 before = 0;
    for (const Interval& one : intervals_) {
      before_.push_back(before);
      before += Int128{one.end} - one.begin;
    }
    total_ = before;
  }

  Int128 Of(int64_t begin, int64_t end) const {
    return end <= begin ? 0 : Before(end) - Before(begin);
  }
  bool Has(int64_t time) const {
    const size_t next = Next(time);
    return next > 0 && time < intervals_[next - 1].end;
  }
  Int128 total() const { return total_; }
  const std::vector<Interval>& intervals() const { return intervals_; }

 private:
  // The index of the first interval that begins after `time`.
  size_t Next(int64_t time) const {
    const auto next =
        std::upper_bound(intervals_.begin(), intervals_.end(), time,
                         [](int64_t at, const Interval& one) { return at < one.begin; });
    return static_cast<size_t>(next - intervals_.begin());
  }
  Int128 Before(int64_t time) const {
    const size_t next = Next(time);
    if (next == 0) return 0;
    const Interval& last = intervals_[next - 1];
    return before_[next - 1] + std::min(time, last.end) - last.begin;
  }

  std::vector<Interval> intervals_;
  std::vector<Int128> before_;  // by interval: the total length of the intervals before it
  Int128 total_ = 0;
};

}  // namespace profiler

#endif  // PROFILER_ANALYSIS_TIME_INTERVAL_INDEX_H_
