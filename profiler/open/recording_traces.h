#ifndef PROFILER_OPEN_RECORDING_TRACES_H_
#define PROFILER_OPEN_RECORDING_TRACES_H_

#include <vector>

#include "profiler/store/profile.h"

namespace profiler {

// Traces that lie in a recording's folder are of its job: they become part of its run. What they
// do not say themselves, the node and when they began, is told by the name of the .metadata file
// that lies beside them or above; or there is but one node.
void JoinRecordingTraces(std::vector<Profile>& parts);

}  // namespace profiler

#endif  // PROFILER_OPEN_RECORDING_TRACES_H_
