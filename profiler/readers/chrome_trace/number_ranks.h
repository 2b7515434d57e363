#ifndef PROFILER_READERS_CHROME_TRACE_NUMBER_RANKS_H_
#define PROFILER_READERS_CHROME_TRACE_NUMBER_RANKS_H_

#include <vector>

#include "profiler/store/profile.h"

namespace profiler {

// Chrome traces of one job that tell no rank, neither inside nor in their names, are ranks by the
// order in which they were given: those that were recorded at the same time, so by several
// processes. Others, as the timelines of one process's steps, stay without.
void NumberRanks(std::vector<Profile>& parts);

}  // namespace profiler

#endif  // PROFILER_READERS_CHROME_TRACE_NUMBER_RANKS_H_
