// Python on threads beside those that take the steps.
#ifndef PROFILER_ANALYSIS_STEPS_CODE_PYTHON_THREADS_H_
#define PROFILER_ANALYSIS_STEPS_CODE_PYTHON_THREADS_H_

#include <cstddef>
#include <map>

#include "profiler/base/int128.h"
#include "profiler/store/profile.h"

namespace profiler {

// Whether a thread with these events takes the steps, or runs ops. JAX's runs none itself, but has
// the marks of steps and the calls of what it compiled.
bool TakesSteps(const Profile& profile, const Events& events);

// A Python function on the threads of a source that run no op and take no steps.
struct PythonOfThreads {
  Int128 time = 0;     // its own, added up over threads, in picoseconds
  size_t threads = 0;  // that run it
};

// By Python function, between the begin of the source's first step and the end of its last. Without
// waits.
std::map<StringId, PythonOfThreads> PythonBesideSteps(const Profile& profile, SourceId source);

// From the begin of the source's first step to the end of its last, in picoseconds; 0 if unknown.
Int128 SpanOfSteps(const Profile& profile, SourceId source);

}  // namespace profiler

#endif  // PROFILER_ANALYSIS_STEPS_CODE_PYTHON_THREADS_H_
