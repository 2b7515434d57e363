#ifndef PROFILER_EXPORT_TIMELINE_GRAPH_TIMELINE_LANES_H_
#define PROFILER_EXPORT_TIMELINE_GRAPH_TIMELINE_LANES_H_

#include <cstddef>
#include <cstdint>
#include <vector>

#include "profiler/base/int128.h"

namespace profiler {

// Assigns events to lanes without overlaps. Events must be placed in order of start time; each goes
// to the first lane whose last event has ended.
class FlatLanes {
 public:
  int64_t Place(Int128 begin, Int128 end);

 private:
  void Grow();

  // A binary tree of the lanes' end times. Each node is the minimum of its children, so the first
  // free lane is found in logarithmic time.
  std::vector<Int128> least_ = {0, kFree};
  size_t width_ = 1;  // lanes in the tree, used or not

  static constexpr Int128 kFree = -(static_cast<Int128>(1) << 126);
};

// Assigns the events of a call stack to lanes. Events nest on the first lane; an event that
// overlaps another without nesting goes to a later lane.
class NestedLanes {
 public:
  // Events must be placed in order of start time; with equal start times, the longest first.
  int64_t Place(Int128 begin, Int128 end);

 private:
  std::vector<Int128> open_;  // the end times of open events, outermost first
  FlatLanes more_;
};

}  // namespace profiler

#endif  // PROFILER_EXPORT_TIMELINE_GRAPH_TIMELINE_LANES_H_
