#ifndef PROFILER_ANALYSIS_VALUES_NO_WORK_H_
#define PROFILER_ANALYSIS_VALUES_NO_WORK_H_

#include <vector>

#include "profiler/store/profile.h"

namespace profiler {

// By op, whether its time is none of any op's work, so that it would count twice: the marks around
// steps, and, where compiled programs ran on a host's threads alone (JAX on CPUs), waits for these.
// Empty if there are no such ops.
std::vector<char> OpsWithoutWork(const Profile& profile);

}  // namespace profiler

#endif  // PROFILER_ANALYSIS_VALUES_NO_WORK_H_
