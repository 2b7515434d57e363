// How much a collective moves.
#ifndef PROFILER_VIEWS_COLLECTIVE_BYTES_H_
#define PROFILER_VIEWS_COLLECTIVE_BYTES_H_

#include "profiler/store/profile.h"
#include "profiler/views/collective_events.h"
#include "profiler/views/kernel_details.h"

namespace profiler {

// NCCL's size: what one rank gives or gets, the greater of both; kUnknown where that is not told.
int64_t BytesOfElements(const CollectiveDetails& details);

// The size and the type of elements, as the shape of an HLO instruction tells them.
void FillFromInstruction(const Profile& profile, OpId op, CollectiveEvent& collective);

}  // namespace profiler

#endif  // PROFILER_VIEWS_COLLECTIVE_BYTES_H_
