#ifndef PROFILER_ANALYSIS_ACCELERATORS_DEVICE_COMPUTE_H_
#define PROFILER_ANALYSIS_ACCELERATORS_DEVICE_COMPUTE_H_

#include <array>

#include "absl/status/statusor.h"
#include "profiler/analysis/ops/precision.h"
#include "profiler/analysis/selection/selected.h"
#include "profiler/base/int128.h"
#include "profiler/base/run_context.h"
#include "profiler/store/profile.h"

namespace profiler {

// Self time of accelerators' compute work, in picoseconds summed over the selected steps.
struct DeviceCompute {
  std::array<Int128, kPrecisionCount> time = {};  // indexed by Precision

  Int128 operator[](Precision precision) const { return time[static_cast<size_t>(precision)]; }
  Int128 known() const {
    return (*this)[Precision::kBits16] + (*this)[Precision::kBits32] + (*this)[Precision::kOther];
  }
};

absl::StatusOr<DeviceCompute> ComputeOfDevices(const Selected& selected, const RunContext& context);

}  // namespace profiler

#endif  // PROFILER_ANALYSIS_ACCELERATORS_DEVICE_COMPUTE_H_
