#ifndef PROFILER_STORE_MERGE_RUNS_H_
#define PROFILER_STORE_MERGE_RUNS_H_

#include <vector>

#include "profiler/store/profile.h"

namespace profiler {

// Per part, a number that parts of the same run share; see Merge() for what a run is.
std::vector<int> FindRuns(const std::vector<Profile>& parts);

}  // namespace profiler

#endif  // PROFILER_STORE_MERGE_RUNS_H_
