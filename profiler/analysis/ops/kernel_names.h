// What the name of an accelerator's kernel says of it.
#ifndef PROFILER_ANALYSIS_OPS_KERNEL_NAMES_H_
#define PROFILER_ANALYSIS_OPS_KERNEL_NAMES_H_

#include <optional>
#include <string_view>

#include "profiler/analysis/ops/precision/precision.h"

namespace profiler {

// The precision that the kernel computes with; kUnknown if the name does not say it.
Precision PrecisionOfKernel(std::string_view name);

// Whether the name says that the kernel multiplies numbers of 8 bits or less, at least on one side.
bool HasFloatsOf8Bits(std::string_view name);

// Whether the kernel computes on tensor cores (AMD: matrix cores); nullopt if the name does not say
// it.
std::optional<bool> UsesTensorCores(std::string_view name);

// Whether the kernel does nothing but change the order of a tensor's dimensions, as cuDNN does
// around a convolution that takes another one.
bool IsLayoutKernel(std::string_view name);

// Whether the kernel is a matrix product, a convolution or attention.
bool IsProductKernel(std::string_view name);

// Whether the kernel is a matrix product, and neither a convolution nor attention.
bool IsMatrixProductKernel(std::string_view name);

}  // namespace profiler

#endif  // PROFILER_ANALYSIS_OPS_KERNEL_NAMES_H_
