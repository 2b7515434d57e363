#include "profiler/analysis/instructions/kernel_peaks.h"

#include <cmath>
#include <optional>

#include "profiler/analysis/ops/kernel_names.h"

namespace profiler {

DevicePeaks PeaksOfKernel(DevicePeaks peaks, std::string_view kernel) {
  const std::optional<bool> uses_tensor_cores = UsesTensorCores(kernel);
  const Precision precision = PrecisionOfKernel(kernel);
  if (!uses_tensor_cores || precision == Precision::kBits16) return peaks;
  if (!*uses_tensor_cores && !std::isnan(peaks.plain_flops_per_second)) {
    peaks.flops_per_second = peaks.plain_flops_per_second;
  } else if (*uses_tensor_cores && precision == Precision::kBits32) {
    peaks.flops_per_second /= 2;
  }
  return peaks;
}

}  // namespace profiler
