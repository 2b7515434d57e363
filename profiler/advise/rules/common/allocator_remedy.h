// What to do where an allocator frees and allocates again.
#ifndef PROFILER_ADVISE_RULES_COMMON_ALLOCATOR_REMEDY_H_
#define PROFILER_ADVISE_RULES_COMMON_ALLOCATOR_REMEDY_H_

#include <string>

#include "profiler/analysis/memory/device_allocations.h"
#include "profiler/store/profile.h"

namespace profiler {

// A sentence without its end, where memory is short.
inline constexpr char kAllocatorRetries[] =
    "The memory that PyTorch's allocator keeps does not suffice, so it gives some back and gets "
    "other (cudaFree, cudaMalloc), which waits: use less memory, as with a smaller batch or "
    "activation checkpointing, keep the sizes of tensors equal, or set "
    "PYTORCH_ALLOC_CONF=expandable_segments:True";

// The same by what makes the frees. There must be some.
std::string AllocatorRemedy(const Profile& profile, const DeviceAllocations& allocations);

}  // namespace profiler

#endif  // PROFILER_ADVISE_RULES_COMMON_ALLOCATOR_REMEDY_H_
