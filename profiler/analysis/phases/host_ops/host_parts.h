// What ops of hosts count as in the split of a step.
#ifndef PROFILER_ANALYSIS_PHASES_HOST_OPS_HOST_PARTS_H_
#define PROFILER_ANALYSIS_PHASES_HOST_OPS_HOST_PARTS_H_

#include <vector>

#include "profiler/store/profile.h"

namespace profiler {

// Whether the op is a framework's, as the user wrote it.
bool IsWrittenOp(const Profile& profile, OpId op);

// What `steps` counts an op of a host as.
enum class HostPart : char { kNoOp, kCompute, kInput, kCollective };

// By op, of a framework's.
std::vector<HostPart> HostParts(const Profile& profile);

}  // namespace profiler

#endif  // PROFILER_ANALYSIS_PHASES_HOST_OPS_HOST_PARTS_H_
