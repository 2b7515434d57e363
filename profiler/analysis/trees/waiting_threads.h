#ifndef PROFILER_ANALYSIS_TREES_WAITING_THREADS_H_
#define PROFILER_ANALYSIS_TREES_WAITING_THREADS_H_

#include <vector>

#include "profiler/store/profile.h"

namespace profiler {

// The row for the calls in which threads beside the main one only wait: that is no time of their
// type or scope, nor of the code that calls them.
inline constexpr char kWaitingThreads[] = "<waiting threads>";

// By op, whether it is a call in which a thread beside the main one only waits: in a stack that
// begins where threads do, or that begins with a wait on a thread that runs no steps.
std::vector<char> WaitsOfOtherThreads(const Profile& profile);

}  // namespace profiler

#endif  // PROFILER_ANALYSIS_TREES_WAITING_THREADS_H_
