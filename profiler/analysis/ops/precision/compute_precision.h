#ifndef PROFILER_ANALYSIS_OPS_PRECISION_COMPUTE_PRECISION_H_
#define PROFILER_ANALYSIS_OPS_PRECISION_COMPUTE_PRECISION_H_

#include <array>
#include <optional>
#include <set>
#include <string_view>
#include <vector>

#include "absl/status/statusor.h"
#include "profiler/analysis/ops/precision/precision.h"
#include "profiler/analysis/selection/selected.h"
#include "profiler/analysis/values/op_values.h"
#include "profiler/base/int128.h"
#include "profiler/base/run_context.h"
#include "profiler/store/profile.h"

namespace profiler {

// Matrix products, convolutions and attention that took time on an accelerator: all time of an op
// of such a type, and of other ops that of kernels with such names. The precision is that of
// PrecisionOf(), or where nothing tells the op's, that of the names of its kernels.
struct ComputePrecision {
  // The run, and the first source of the process; the source is invalid if the profile has one
  // process.
  uint32_t run = 0;
  SourceId source;
  std::array<Int128, kPrecisionCount> time = {};  // picoseconds per step, by Precision
  std::array<int64_t, kPrecisionCount> ops = {};
  // Of the time in 16 bit, that of kernels whose names say that they multiply floats of 8 bits or
  // less.
  Int128 in_8_bits = 0;
  // Of the time in 32 bit, that of kernels whose names say that they compute on tensor cores (as
  // TF32), and that of kernels of matrix products whose names say that they do not.
  Int128 in_tf32 = 0, plain_products = 0;
  // The op with the most time in such kernels; invalid if there are none.
  OpId most_plain;
  std::set<std::string_view> types;
  // True if such ops ran on an accelerator but their time on the accelerator was not recorded.
  bool misses_times = false;

  Int128 operator[](Precision precision) const { return time[static_cast<size_t>(precision)]; }
};

// One for each process of each run, as ranks do not share a step's time. Means are over whole
// steps; without steps, of all executions.
absl::StatusOr<std::vector<ComputePrecision>> ComputePrecisions(const Selected& selected,
                                                                const OpValues& values,
                                                                const RunContext& context);

// The lowest compute capability (7.0, 8.6 ...) of the GPUs that ran work of the source, or of any
// if the source is invalid; nullopt if none is known.
std::optional<double> LowestCapability(const Profile& profile, SourceId source);

}  // namespace profiler

#endif  // PROFILER_ANALYSIS_OPS_PRECISION_COMPUTE_PRECISION_H_
