// The roofline model: an op can run no faster than its device computes, nor faster than the
// device's memory delivers. Williams, Waterman, Patterson: "Roofline" (CACM 52, 2009).
#ifndef PROFILER_ANALYSIS_INSTRUCTIONS_ROOFLINE_H_
#define PROFILER_ANALYSIS_INSTRUCTIONS_ROOFLINE_H_

#include <cstdint>

#include "profiler/analysis/instructions/device_peaks.h"
#include "profiler/base/int128.h"

namespace profiler {

enum class Bound : uint8_t { kUnknown, kCompute, kMemory };

// Work done in some time. NaN where a value or the peak that it needs is unknown.
struct Roofline {
  double flops_per_second = kAbsentReal;
  double bytes_per_second = kAbsentReal;
  double intensity = kAbsentReal;      // float operations per byte
  double compute_share = kAbsentReal;  // of the peak; above 1 if the peak is told too low
  double memory_share = kAbsentReal;
  Bound bound = Bound::kUnknown;  // the one whose share is greater

  // The share of the roof at this intensity: that of what bounds it.
  double efficiency() const;
};

// `flops` and `bytes` are NaN if unknown. The time is in picoseconds.
Roofline RooflineOf(double flops, double bytes, Int128 picos, const DevicePeaks& peaks);

}  // namespace profiler

#endif  // PROFILER_ANALYSIS_INSTRUCTIONS_ROOFLINE_H_
