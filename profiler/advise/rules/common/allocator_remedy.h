// What to do where an allocator frees and allocates again as memory is short.
#ifndef PROFILER_ADVISE_RULES_COMMON_ALLOCATOR_REMEDY_H_
#define PROFILER_ADVISE_RULES_COMMON_ALLOCATOR_REMEDY_H_

namespace profiler {

// A sentence without its end.
inline constexpr char kAllocatorRetries[] =
    "The memory that PyTorch's allocator keeps does not suffice, so it gives some back and gets "
    "other (cudaFree, cudaMalloc), which waits: use less memory, as with a smaller batch or "
    "activation checkpointing, keep the sizes of tensors equal, or set "
    "PYTORCH_ALLOC_CONF=expandable_segments:True";

}  // namespace profiler

#endif  // PROFILER_ADVISE_RULES_COMMON_ALLOCATOR_REMEDY_H_
