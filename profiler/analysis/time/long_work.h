#ifndef PROFILER_ANALYSIS_TIME_LONG_WORK_H_
#define PROFILER_ANALYSIS_TIME_LONG_WORK_H_

#include <vector>

#include "profiler/analysis/time/intervals.h"
#include "profiler/store/profile.h"

namespace profiler {

// The time within `window` in which a host's thread runs an op or a call of the runtime itself,
// without what is nested in it, for more than 1 ms: too long to be part of launching. Waits for
// devices, functions of Python and the user's marks do not count. Neither sorted nor united.
std::vector<Interval> LongWork(const Profile& profile, TrackId thread, Interval window);

}  // namespace profiler

#endif  // PROFILER_ANALYSIS_TIME_LONG_WORK_H_
