#ifndef PROFILER_ANALYSIS_STEPS_STEP_SPLIT_H_
#define PROFILER_ANALYSIS_STEPS_STEP_SPLIT_H_

#include <array>
#include <cmath>
#include <vector>

#include "absl/status/statusor.h"
#include "profiler/analysis/selection/selected.h"
#include "profiler/analysis/steps/step_sums.h"
#include "profiler/base/run_context.h"
#include "profiler/base/value.h"
#include "profiler/query/query.h"
#include "profiler/store/profile.h"

namespace profiler {

// What a step's wall time went to. Of what ran at the same time the work that matters more counts:
// docs/metrics.md has the order.
enum class StepPart : uint8_t {
  kCompile,
  kOutput,  // copies from devices to hosts, outfeed
  kInput,   // waiting for input, infeed
  kHostCompute,
  kHostToDevice,  // copies to devices
  kKernelLaunch,
  kDeviceCompute16,
  kDeviceCompute32,
  kDeviceToDevice,
  kCollectives,
  kOther,  // nothing that was recorded, or none of these
};
inline constexpr size_t kStepPartCount = 11;

// The parts add up to `total`, exactly. All is kAbsent where nothing of the step was recorded on a
// timeline.
struct StepSplit {
  Value total = kAbsent;
  std::array<Value, kStepPartCount> parts;
  Value waits = 0;  // of `other`: hosts only waited for devices
  // Of the step's cores where it ran on TPUs: the least and the greatest share that waits for
  // input.
  double infeed_share_min = std::nan(""), infeed_share_max = std::nan("");

  StepSplit() { parts.fill(kAbsent); }
  Value operator[](StepPart part) const { return parts[static_cast<size_t>(part)]; }
};

// An item for each of `sums`, which AddUpSteps made of the same query. What ran in the places that
// the query leaves out is `other`.
absl::StatusOr<std::vector<StepSplit>> SplitSteps(const Selected& selected,
                                                  const std::vector<StepSum>& sums,
                                                  RunContext& context);

}  // namespace profiler

#endif  // PROFILER_ANALYSIS_STEPS_STEP_SPLIT_H_
