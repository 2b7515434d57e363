#ifndef PROFILER_ANALYSIS_TIME_SUMS_IN_ORDER_H_
#define PROFILER_ANALYSIS_TIME_SUMS_IN_ORDER_H_

#include <algorithm>
#include <cstddef>
#include <vector>

#include "profiler/base/value.h"

namespace profiler {

// The sums of steps of a source, in the order of their begins on the wall scale.
class SumsInOrder {
 public:
  struct Place {
    Value begin;
    size_t sum;  // its index
  };

  void Add(Value begin, size_t sum) { places_.push_back({begin, sum}); }
  // Must be called after the last Add(). Sums that begin at once stay in their order.
  void Sort() {
    std::stable_sort(places_.begin(), places_.end(),
                     [](const Place& a, const Place& b) { return a.begin < b.begin; });
  }

  size_t size() const { return places_.size(); }
  const Place& operator[](size_t at) const { return places_[at]; }

  // The last that has begun by then, or the first: mostly the same as for the time before.
  size_t Find(Value time) {
    const bool is_same = last_ < size() && (last_ == 0 || places_[last_].begin <= time) &&
                         (last_ + 1 == size() || time < places_[last_ + 1].begin);
    if (is_same) return last_;
    const auto after =
        std::upper_bound(places_.begin(), places_.end(), time,
                         [](Value value, const Place& place) { return value < place.begin; });
    last_ = static_cast<size_t>(after - places_.begin());
    if (last_ > 0) --last_;
    return last_;
  }

 private:
  std::vector<Place> places_;
  size_t last_ = 0;  // what was found last
};

}  // namespace profiler

#endif  // PROFILER_ANALYSIS_TIME_SUMS_IN_ORDER_H_
