#ifndef PROFILER_ANALYSIS_INSTRUCTIONS_KERNEL_PEAKS_H_
#define PROFILER_ANALYSIS_INSTRUCTIONS_KERNEL_PEAKS_H_

#include <cstdint>
#include <string_view>

#include "profiler/analysis/instructions/device_peaks.h"

namespace profiler {

// What limits the float operations of a kernel: 32 bit without tensor cores has a peak of its own,
// and TF32 half of the peak in 16 bit (NVIDIA's data sheets, A100 to B200). Of others the name does
// not say more.
enum class ComputeKind : uint8_t { kUsual, kTf32, kPlain32 };

// Of a kernel of this name.
ComputeKind ComputeKindOf(std::string_view kernel);

// As `kind` where a peak of it is known, or else kUsual.
ComputeKind KnownKind(const DevicePeaks& peaks, ComputeKind kind);

// The device's peaks for such work.
DevicePeaks PeaksOfKind(DevicePeaks peaks, ComputeKind kind);

// The device's peaks for a kernel of this name.
inline DevicePeaks PeaksOfKernel(const DevicePeaks& peaks, std::string_view kernel) {
  return PeaksOfKind(peaks, ComputeKindOf(kernel));
}

}  // namespace profiler

#endif  // PROFILER_ANALYSIS_INSTRUCTIONS_KERNEL_PEAKS_H_
