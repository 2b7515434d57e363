#ifndef PROFILER_STORE_DERIVE_SELF_TIME_H_
#define PROFILER_STORE_DERIVE_SELF_TIME_H_

#include <algorithm>
#include <cstdint>
#include <vector>

#include "profiler/store/tables.h"

namespace profiler {

// Divides the time of a track among its counted events: each moment belongs to the running event
// that began last. So each event gets its self time, and no moment counts twice even if events
// overlap. If the time is cut in two windows, the sums of both add up to the total.
class SelfTimes {
 public:
  explicit SelfTimes(const Events& events) : events_(events) {}

  // Adds the next counted event, given by its row. Calls take(row, self time) for each earlier
  // event that ends before this event begins.
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

  // Overlapping events that a window clips begin at the same time and are sorted longer first. If
  // the shorter event is not nested in the longer one, the longer event began last in the whole
  // profile, so it gets the time of both.
  bool IsHidden(uint32_t row) const {
    if (open_.empty() || events_.parent.empty()) return false;
    const uint32_t last = open_.back().row;
    if (events_.begin[last] != events_.begin[row]) return false;
    // Events of equal duration keep the order of their original begins.
    if (events_.duration[last] == events_.duration[row]) return false;
    uint32_t around = events_.parent[row];
    while (around != UINT32_MAX && around > last) around = events_.parent[around];
    return around != last;
  }

  const Events& events_;
  std::vector<Open> open_;    // sorted by begin
  int64_t told_ = INT64_MIN;  // time before this is assigned
};

}  // namespace profiler

#endif  // PROFILER_STORE_DERIVE_SELF_TIME_H_
