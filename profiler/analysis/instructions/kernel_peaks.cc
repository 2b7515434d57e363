#include "profiler/analysis/instructions/kernel_peaks.h"

#include <cmath>
#include <optional>

#include "profiler/analysis/ops/kernel_names.h"

namespace profiler {

ComputeKind ComputeKindOf(std::string_view kernel) {
  const std::optional<bool> uses_tensor_cores = UsesTensorCores(kernel);
  const Precision precision = PrecisionOfKernel(kernel);
  if (!uses_tensor_cores || precision == Precision::kBits16) return ComputeKind::kUsual;
  if (!*uses_tensor_cores) return ComputeKind::kPlain32;
  return precision == Precision::kBits32 ? ComputeKind::kTf32 : ComputeKind::kUsual;
}

ComputeKind KnownKind(const DevicePeaks& peaks, ComputeKind kind) {
  const bool is_unknown =
      (kind == ComputeKind::kPlain32 && std::isnan(peaks.plain_flops_per_second)) ||
      (kind == ComputeKind::kTf32 && std::isnan(peaks.flops_per_second));
  return is_unknown ? ComputeKind::kUsual : kind;
}

DevicePeaks PeaksOfKind(DevicePeaks peaks, ComputeKind kind) {
  switch (KnownKind(peaks, kind)) {
    case ComputeKind::kTf32:
      peaks.flops_per_second /= 2;
      break;
    case ComputeKind::kPlain32:
      peaks.flops_per_second = peaks.plain_flops_per_second;
      break;
    case ComputeKind::kUsual:
      break;
  }
  return peaks;
}

}  // namespace profiler
