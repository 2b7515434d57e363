#ifndef PROFILER_ANALYSIS_OPS_DEPTHWISE_KERNELS_H_
#define PROFILER_ANALYSIS_OPS_DEPTHWISE_KERNELS_H_

#include <string_view>

#include "absl/status/statusor.h"
#include "profiler/analysis/selection/selected.h"
#include "profiler/base/int128.h"
#include "profiler/base/run_context.h"
#include "profiler/store/profile.h"

namespace profiler {

// A part of the names of PyTorch's own kernels of depthwise convolutions, such as
// conv_depthwise2d_forward_kernel, which do not use tensor cores in any precision.
inline constexpr std::string_view kDepthwiseKernel = "::conv_depthwise";

// Times are over all selected steps, in picoseconds.
struct DepthwiseKernels {
  Int128 time = 0;
  Int128 all = 0;  // of all work of accelerators
  StringId most;   // the kernel that takes most; invalid if there is none
};

absl::StatusOr<DepthwiseKernels> DepthwiseKernelsIn(const Selected& selected,
                                                    const RunContext& context);

}  // namespace profiler

#endif  // PROFILER_ANALYSIS_OPS_DEPTHWISE_KERNELS_H_
