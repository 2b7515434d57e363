#ifndef PROFILER_STORE_TRANSFORM_WINDOW_H_
#define PROFILER_STORE_TRANSFORM_WINDOW_H_

#include <cstdint>
#include <limits>

#include "profiler/store/profile.h"

namespace profiler {

// A part of a profile's time, in picoseconds from its start. The end is not in it.
struct TimeWindow {
  int64_t from = 0, to = std::numeric_limits<int64_t>::max();
};

// What cutting met.
struct WindowReport {
  int64_t events = 0;           // in the window, or in part
  int64_t cut_events = 0;       // of these, how many an edge cuts
  int64_t untimed_facts = 0;    // left out: no time is told, and the op did not run in the window
  int64_t unplaced_events = 0;  // left out: their times can be placed nowhere
  int64_t untold_totals = 0;    // of ops in the window whose time is told as a total only: left out
};

// The part of a profile that lies in the window. Events outside go, and of those that cross an edge
// the part inside stays; what is told of a moment stays where that lies inside, and what has no
// time where its op ran inside in the same step. A step that is cut is partial. What the program is
// made of stays whole.
Profile CutToWindow(const Profile& profile, TimeWindow window, WindowReport& report);

}  // namespace profiler

#endif  // PROFILER_STORE_TRANSFORM_WINDOW_H_
