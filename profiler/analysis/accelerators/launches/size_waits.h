#ifndef PROFILER_ANALYSIS_ACCELERATORS_LAUNCHES_SIZE_WAITS_H_
#define PROFILER_ANALYSIS_ACCELERATORS_LAUNCHES_SIZE_WAITS_H_

#include "profiler/store/profile.h"

namespace profiler {

// Whether hosts wait, once per step or more, for the size of what an op of PyTorch makes, which
// depends on values on the device, e.g. in aten::nonzero.
bool WaitsForSizes(const Profile& profile);

}  // namespace profiler

#endif  // PROFILER_ANALYSIS_ACCELERATORS_LAUNCHES_SIZE_WAITS_H_
