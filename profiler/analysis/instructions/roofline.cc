#include "profiler/analysis/instructions/roofline.h"

#include <cmath>

namespace profiler {

double Roofline::efficiency() const {
  switch (bound) {
    case Bound::kCompute:
      return compute_share;
    case Bound::kMemory:
      return memory_share;
    case Bound::kUnknown:
      break;
  }
  return kAbsentReal;
}

Roofline RooflineOf(double flops, double bytes, Int128 picos, const DevicePeaks& peaks) {
  Roofline of;
  if (picos <= 0) return of;
  const double seconds = static_cast<double>(picos) * 1e-12;
  of.flops_per_second = flops / seconds;
  of.bytes_per_second = bytes / seconds;
  if (flops > 0 && bytes > 0) of.intensity = flops / bytes;
  of.compute_share = of.flops_per_second / peaks.flops_per_second;
  of.memory_share = of.bytes_per_second / peaks.bytes_per_second;
  const double compute = flops > 0 ? of.compute_share : 0;
  const double memory = bytes > 0 ? of.memory_share : 0;
  if (std::isnan(compute) || std::isnan(memory) || (compute == 0 && memory == 0)) return of;
  of.bound = compute >= memory ? Bound::kCompute : Bound::kMemory;
  return of;
}

}  // namespace profiler
