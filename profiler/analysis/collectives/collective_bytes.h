#ifndef PROFILER_ANALYSIS_COLLECTIVES_COLLECTIVE_BYTES_H_
#define PROFILER_ANALYSIS_COLLECTIVES_COLLECTIVE_BYTES_H_

#include "profiler/analysis/accelerators/kernel_details.h"
#include "profiler/analysis/collectives/collective_events.h"
#include "profiler/store/profile.h"

namespace profiler {

// Returns the size as NCCL defines it: one rank's input or output, whichever is larger. kUnknown if
// not recorded.
int64_t BytesOfElements(const CollectiveDetails& details);

// Sets the size, if unknown, and element type from the recorded inputs of an annotation of a
// process group, of a collective whose output is not larger than its input. They stay unknown if an
// input's are.
void FillFromInputs(const Profile& profile, OpId op, CollectiveEvent& collective);

// Sets the size and element type from the shape of an HLO instruction.
void FillFromInstruction(const Profile& profile, OpId op, CollectiveEvent& collective);

}  // namespace profiler

#endif  // PROFILER_ANALYSIS_COLLECTIVES_COLLECTIVE_BYTES_H_
