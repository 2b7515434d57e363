#ifndef PROFILER_ANALYSIS_INSTRUCTIONS_HANDED_WORK_H_
#define PROFILER_ANALYSIS_INSTRUCTIONS_HANDED_WORK_H_

#include <vector>

#include "profiler/analysis/time/intervals.h"
#include "profiler/store/profile.h"

namespace profiler {

// A time in which a program of XLA's client for CPUs runs nothing but tasks that an op has handed
// to other threads. XLA ends the op's event when they have its tasks, and records no name for
// these.
struct HandedWork {
  SourceId source;
  OpId op;  // the last one to begin before
  Interval time;
};

// Within these times of each source, which are results of United().
std::vector<HandedWork> HandedWorkOf(const Profile& profile,
                                     const std::vector<std::vector<Interval>>& within);

}  // namespace profiler

#endif  // PROFILER_ANALYSIS_INSTRUCTIONS_HANDED_WORK_H_
