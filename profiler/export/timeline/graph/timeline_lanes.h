#ifndef PROFILER_EXPORT_TIMELINE_GRAPH_TIMELINE_LANES_H_
#define PROFILER_EXPORT_TIMELINE_GRAPH_TIMELINE_LANES_H_

#include <cstddef>
#include <cstdint>
#include <vector>

#include "profiler/base/int128.h"

namespace profiler {

// Lanes on which nothing overlaps. Events come by their begin; each goes to the first lane whose
// last event has ended.
class FlatLanes {
 public:
  int64_t Place(Int128 begin, Int128 end);

 private:
  void Grow();

  // A binary tree over the lanes' ends: a node holds the least of the two below it, so that the
  // first free lane among any number is found in few steps.
  std::vector<Int128> least_ = {0, kFree};
  size_t width_ = 1;  // lanes in the tree, used or not

  static constexpr Int128 kFree = -(static_cast<Int128>(1) << 126);
};

// Lanes of a call stack: on the first one events nest. What overlaps there without nesting goes to
// the lanes behind it.
class NestedLanes {
 public:
  // Of events with one begin the longest comes first.
  int64_t Place(Int128 begin, Int128 end);

 private:
  std::vector<Int128> open_;  // ends, outermost first
  FlatLanes more_;
};

}  // namespace profiler

#endif  // PROFILER_EXPORT_TIMELINE_GRAPH_TIMELINE_LANES_H_
