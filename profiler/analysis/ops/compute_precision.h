#ifndef PROFILER_ANALYSIS_OPS_COMPUTE_PRECISION_H_
#define PROFILER_ANALYSIS_OPS_COMPUTE_PRECISION_H_

#include <array>
#include <set>
#include <string_view>

#include "absl/status/statusor.h"
#include "profiler/analysis/ops/precision.h"
#include "profiler/analysis/selection/selected.h"
#include "profiler/analysis/values/op_values.h"
#include "profiler/base/int128.h"
#include "profiler/base/run_context.h"
#include "profiler/store/profile.h"

namespace profiler {

// Whether ops of the type are matrix products or convolutions, whose time depends on the precision.
// (Compiled instructions are also recognized by category, framework op or name.)
bool IsCompute(std::string_view op_type);

// Matrix products, convolutions and attention that took time on an accelerator: all time of an op
// of such a type, and of other ops that of kernels with such names. The precision is that of
// PrecisionOf(), or where nothing tells the op's, that of the names of its kernels.
struct ComputePrecision {
  std::array<Int128, kPrecisionCount> time = {};  // picoseconds per step, by Precision
  std::array<int64_t, kPrecisionCount> ops = {};
  std::set<std::string_view> types;
  // True if such ops ran on an accelerator but their time on the accelerator was not recorded.
  bool misses_times = false;

  Int128 operator[](Precision precision) const { return time[static_cast<size_t>(precision)]; }
};

absl::StatusOr<ComputePrecision> ComputePrecisions(const Selected& selected, const OpValues& values,
                                                   const RunContext& context);

}  // namespace profiler

#endif  // PROFILER_ANALYSIS_OPS_COMPUTE_PRECISION_H_
