// The kind of work that the name of an accelerator's kernel says.
#ifndef PROFILER_ANALYSIS_OPS_KERNELS_KERNEL_KINDS_H_
#define PROFILER_ANALYSIS_OPS_KERNELS_KERNEL_KINDS_H_

#include <cstdint>
#include <optional>
#include <string_view>

namespace profiler {

enum class KernelKind : uint8_t {
  kMatrixProduct,
  kConvolution,
  kAttention,
  kIndexing,
  kSort,
  kScan,
  kNormalization,
  kSoftmax,
  kCopy,
  kReduction,
  kElementwise,
  kElementwiseOfLists,  // as optimizers do for all parameters at once
  kOther,               // the name does not say it
};

// In plain words, e.g. "matrix multiplication"; empty for kOther.
std::string_view WordsOf(KernelKind kind);

KernelKind KindOfKernel(std::string_view name);

// Kernels that are known to take far longer than the work that is asked of them may need.
enum class SlowKernel : uint8_t { kIndexBackward, kFullSort, kDequantize };

std::optional<SlowKernel> SlowKernelOf(std::string_view name);

}  // namespace profiler

#endif  // PROFILER_ANALYSIS_OPS_KERNELS_KERNEL_KINDS_H_
