#ifndef PROFILER_ANALYSIS_TREES_WAITING_THREADS_H_
#define PROFILER_ANALYSIS_TREES_WAITING_THREADS_H_

#include <vector>

#include "profiler/store/profile.h"

namespace profiler {

// By op, whether it is a call in which a thread beside the main one only waits: in a stack that
// begins where threads do, or that begins with a wait on a thread that runs no steps.
std::vector<char> WaitsOfOtherThreads(const Profile& profile);

}  // namespace profiler

#endif  // PROFILER_ANALYSIS_TREES_WAITING_THREADS_H_
