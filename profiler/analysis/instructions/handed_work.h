#ifndef PROFILER_ANALYSIS_INSTRUCTIONS_HANDED_WORK_H_
#define PROFILER_ANALYSIS_INSTRUCTIONS_HANDED_WORK_H_

#include <vector>

#include "profiler/analysis/time/intervals.h"
#include "profiler/store/profile.h"

namespace profiler {

// A time in which a program of XLA's client for CPUs runs nothing but tasks that ops have handed to
// other threads. XLA ends an op's event when they have its tasks, and records no name for these.
struct HandedWork {
  SourceId source;
  // Whose tasks these may be: of the ops whose event has ended, and none that needs its result has
  // begun, the only one that the next op needs. Without a next op that needs any, the only one.
  // Invalid if there are others: ops run beside each other.
  OpId op;
  Interval time;
};

// Within these times of each source, which are results of United().
std::vector<HandedWork> HandedWorkOf(const Profile& profile,
                                     const std::vector<std::vector<Interval>>& within);

}  // namespace profiler

#endif  // PROFILER_ANALYSIS_INSTRUCTIONS_HANDED_WORK_H_
