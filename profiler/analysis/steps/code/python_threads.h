// Python on threads beside those that take the steps.
#ifndef PROFILER_ANALYSIS_STEPS_CODE_PYTHON_THREADS_H_
#define PROFILER_ANALYSIS_STEPS_CODE_PYTHON_THREADS_H_

#include <map>

#include "profiler/base/int128.h"
#include "profiler/store/profile.h"

namespace profiler {

// By Python function, its own time in picoseconds on the threads of the source that run no op,
// between the begin of the source's first step and the end of its last. Without waits.
std::map<StringId, Int128> PythonBesideSteps(const Profile& profile, SourceId source);

// From the begin of the source's first step to the end of its last, in picoseconds; 0 if unknown.
Int128 SpanOfSteps(const Profile& profile, SourceId source);

}  // namespace profiler

#endif  // PROFILER_ANALYSIS_STEPS_CODE_PYTHON_THREADS_H_
