#ifndef PROFILER_ANALYSIS_INSTRUCTIONS_KERNEL_PEAKS_H_
#define PROFILER_ANALYSIS_INSTRUCTIONS_KERNEL_PEAKS_H_

#include <string_view>

#include "profiler/analysis/instructions/device_peaks.h"

namespace profiler {

// The device's peaks for a kernel of this name. One that computes in 32 bit without tensor cores
// has the peak of those operations, and one that computes as TF32 half of the peak in 16 bit
// (NVIDIA's data sheets, A100 to B200). Of others the name does not tell more.
DevicePeaks PeaksOfKernel(DevicePeaks peaks, std::string_view kernel);

}  // namespace profiler

#endif  // PROFILER_ANALYSIS_INSTRUCTIONS_KERNEL_PEAKS_H_
