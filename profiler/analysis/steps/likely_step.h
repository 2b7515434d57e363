#ifndef PROFILER_ANALYSIS_STEPS_LIKELY_STEP_H_
#define PROFILER_ANALYSIS_STEPS_LIKELY_STEP_H_

#include <cstddef>

#include "profiler/store/profile.h"

namespace profiler {

// An event of a host's thread that may span the steps, by its name: the user's function or mark, or
// a call of a compiled function, that runs often and regularly and takes most of the time of a
// recording that has no steps. Threads that Python or a pipeline of input runs beside the main one
// have none.
// Of several it is the one that takes most; a compiled function if it takes nearly as much.
struct LikelyStep {
  StringId name;  // invalid if there is none
  size_t runs = 0;
};
LikelyStep FindLikelyStep(const Profile& profile);

}  // namespace profiler

#endif  // PROFILER_ANALYSIS_STEPS_LIKELY_STEP_H_
