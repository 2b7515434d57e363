#ifndef PROFILER_READERS_TORCH_SNAPSHOT_TORCH_SNAPSHOT_H_
#define PROFILER_READERS_TORCH_SNAPSHOT_TORCH_SNAPSHOT_H_

#include "profiler/readers/common/format.h"

namespace profiler {

// The pickle of torch.cuda.memory._dump_snapshot(): what PyTorch's caching allocator held, and the
// allocations and frees before.
extern const Format kTorchSnapshotFormat;

}  // namespace profiler

#endif  // PROFILER_READERS_TORCH_SNAPSHOT_TORCH_SNAPSHOT_H_
