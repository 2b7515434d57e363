#ifndef PROFILER_ANALYSIS_INSTRUCTIONS_KERNEL_INSTRUCTIONS_H_
#define PROFILER_ANALYSIS_INSTRUCTIONS_KERNEL_INSTRUCTIONS_H_

#include "absl/container/flat_hash_map.h"
#include "profiler/analysis/ops/precision/precision.h"
#include "profiler/store/profile.h"

namespace profiler {

// Whether the op is an instruction of XLA that launches a CUDA graph. It is the recorded op of all
// kernels in that.
bool IsCommandBuffer(const Profile& profile, OpId op);

// The precision of kernels in command buffers, by their names: XLA names a kernel after its
// instruction, and runs one kernel for all instructions that are alike. Names that mean several
// precisions, in several programs, are left out.
absl::flat_hash_map<StringId, Precision> PrecisionsInCommandBuffers(const Profile& profile);

}  // namespace profiler

#endif  // PROFILER_ANALYSIS_INSTRUCTIONS_KERNEL_INSTRUCTIONS_H_
