#include "profiler/export/timeline/graph/timeline_lanes.h"

#include <algorithm>
#include <cstddef>
#include <utility>

namespace profiler {

int64_t FlatLanes::Place(Int128 begin, Int128 end) {
  while (least_[1] > begin) Grow();
  size_t node = 1;
  while (node < width_) {
    node *= 2;
    if (least_[node] > begin) ++node;
  }
  const auto lane = static_cast<int64_t>(node - width_);
  least_[node] = end;
  for (node /= 2; node >= 1; node /= 2) {
    least_[node] = std::min(least_[2 * node], least_[2 * node + 1]);
  }
  return lane;
}

void FlatLanes::Grow() {
  std::vector<Int128> wider(4 * width_, kFree);
  std::copy(least_.begin() + static_cast<ptrdiff_t>(width_), least_.end(),
            wider.begin() + static_cast<ptrdiff_t>(2 * width_));
  width_ *= 2;
  least_ = std::move(wider);
  for (size_t node = width_ - 1; node >= 1; --node) {
    least_[node] = std::min(least_[2 * node], least_[2 * node + 1]);
  }
}

int64_t NestedLanes::Place(Int128 begin, Int128 end) {
  while (!open_.empty() && open_.back() <= begin) open_.pop_back();
  if (!open_.empty() && open_.back() < end) return 1 + more_.Place(begin, end);
  open_.push_back(end);
  return 0;
}

}  // namespace profiler
