// How much a collective moves.
#ifndef PROFILER_ANALYSIS_COLLECTIVES_COLLECTIVE_BYTES_H_
#define PROFILER_ANALYSIS_COLLECTIVES_COLLECTIVE_BYTES_H_

#include "profiler/analysis/accelerators/kernel_details.h"
#include "profiler/analysis/collectives/collective_events.h"
#include "profiler/store/profile.h"

namespace profiler {

// NCCL's size: what one rank gives or gets, the greater of both; kUnknown where that is not told.
int64_t BytesOfElements(const CollectiveDetails& details);

// The size and the type of elements, as the shape of an HLO instruction tells them.
void FillFromInstruction(const Profile& profile, OpId op, CollectiveEvent& collective);

}  // namespace profiler

#endif  // PROFILER_ANALYSIS_COLLECTIVES_COLLECTIVE_BYTES_H_
