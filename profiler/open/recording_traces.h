#ifndef PROFILER_OPEN_RECORDING_TRACES_H_
#define PROFILER_OPEN_RECORDING_TRACES_H_

#include <vector>

#include "profiler/store/profile.h"

namespace profiler {

// Makes traces in a recording's folder part of the recording's run. If a trace does not record its
// node or its start time, these are taken from the name of the .metadata file in the same folder or
// the folder above. If the recording has only one node, the trace gets that node.
void JoinRecordingTraces(std::vector<Profile>& parts);

}  // namespace profiler

#endif  // PROFILER_OPEN_RECORDING_TRACES_H_
