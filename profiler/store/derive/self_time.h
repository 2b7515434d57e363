#ifndef PROFILER_STORE_DERIVE_SELF_TIME_H_
#define PROFILER_STORE_DERIVE_SELF_TIME_H_

#include <algorithm>
#include <cstdint>
#include <vector>

#include "profiler/store/tables.h"

namespace profiler {

// Shares the time of a track among events of it: each moment is of the one that began last of those
// that run then. So what an event has is its self time, no moment counts twice, however events
// overlap, and two parts of the time hold what the whole does.
class SelfTimes {
 public:
  explicit SelfTimes(const Events& events) : events_(events) {}

  // The next one that is counted, by row. Calls take(row, self time) with those that can get no
  // more.
  template <typename Take>
  void Add(uint32_t row, const Take& take) {
    const int64_t begin = events_.begin[row], end = begin + events_.duration[row];
    CloseUntil(begin, take);
    if (end == begin || IsHidden(row)) return take(row, int64_t{0});
    open_.push_back({row, end, 0});
  }
  template <typename Take>
  void Finish(const Take& take) {
    CloseUntil(INT64_MAX, take);
  }

 private:
  struct Open {
    uint32_t row;
    int64_t end, self;
  };

  template <typename Take>
  void CloseUntil(int64_t time, const Take& take) {
    while (!open_.empty() && open_.back().end <= time) Close(take);
    if (!open_.empty()) open_.back().self += std::max<int64_t>(0, time - told_);
    told_ = std::max(told_, time);
  }
  template <typename Take>
  void Close(const Take& take) {
    Open& last = open_.back();
    if (last.end > told_) {
      last.self += last.end - told_;
      told_ = last.end;
    }
    take(last.row, last.self);
    open_.pop_back();
  }

  // Where a window cuts events that overlap they begin as one, and the longer stands first: it is
  // the one that began last, or else the other would lie in it.
  bool IsHidden(uint32_t row) const {
    if (open_.empty() || events_.parent.empty()) return false;
    const uint32_t last = open_.back().row;
    if (events_.begin[last] != events_.begin[row]) return false;
    if (events_.duration[last] == events_.duration[row]) return false;  // they stand as they began
    uint32_t around = events_.parent[row];
    while (around != UINT32_MAX && around > last) around = events_.parent[around];
    return around != last;
  }

  const Events& events_;
  std::vector<Open> open_;    // those that began last stand last
  int64_t told_ = INT64_MIN;  // until here all time is some event's
};

}  // namespace profiler

#endif  // PROFILER_STORE_DERIVE_SELF_TIME_H_
