#ifndef PROFILER_ANALYSIS_STEPS_CODE_JOINED_CALLS_H_
#define PROFILER_ANALYSIS_STEPS_CODE_JOINED_CALLS_H_

#include <set>
#include <vector>

#include "profiler/analysis/steps/code/python_work.h"
#include "profiler/store/profile.h"

namespace profiler {

// Makes one of a function's own time and of what it calls, unless it is one of the loops. What
// takes longer than the function itself is a cause of its own, and what makes arrays of JAX has a
// remedy of its own.
void JoinCallsOfFunctions(const Profile& profile, const std::set<StringId>& loops,
                          std::vector<PythonWork>& all);

}  // namespace profiler

#endif  // PROFILER_ANALYSIS_STEPS_CODE_JOINED_CALLS_H_
