#ifndef PROFILER_STORE_TRANSFORM_WINDOW_H_
#define PROFILER_STORE_TRANSFORM_WINDOW_H_

#include <cstdint>
#include <limits>

#include "profiler/store/profile.h"

namespace profiler {

// A range of time [begin, end) in picoseconds from the profile's start.
struct TimeWindow {
  int64_t from = 0, to = std::numeric_limits<int64_t>::max();
};

// Counts of what a window contains and what was left out.
struct WindowReport {
  int64_t events = 0;           // in the window, at least partly
  int64_t cut_events = 0;       // of these, events that cross an edge
  int64_t untimed_facts = 0;    // left out: no time, and the op did not run in the window
  int64_t unplaced_events = 0;  // left out: no usable time
  int64_t untold_totals = 0;    // left out: totals of ops in the window that time cannot split
};

// The part of a profile inside the window. Events outside are dropped, and those that cross an edge
// are clipped. A fact with a time is kept if the time is inside; a fact without a time is kept if
// its op ran inside the window in the same step. A step that is cut becomes partial. Ops, modules
// and frames are all kept.
Profile CutToWindow(const Profile& profile, TimeWindow window, WindowReport& report);

}  // namespace profiler

#endif  // PROFILER_STORE_TRANSFORM_WINDOW_H_
