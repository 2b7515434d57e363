#ifndef PROFILER_ANALYSIS_STEP_SPLIT_STEP_SPLIT_H_
#define PROFILER_ANALYSIS_STEP_SPLIT_STEP_SPLIT_H_

#include <array>
#include <cmath>
#include <memory>
#include <vector>

#include "absl/status/statusor.h"
#include "profiler/analysis/selection/selected.h"
#include "profiler/analysis/steps/step_sums.h"
#include "profiler/base/run_context.h"
#include "profiler/base/value.h"
#include "profiler/query/query.h"
#include "profiler/store/profile.h"

namespace profiler {

// A part of a step's wall time. If events overlap, only one counts; docs/metrics.md has the order.
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
  kOther,  // nothing recorded, or none of the parts above
};
inline constexpr size_t kStepPartCount = 11;

// The parts add up to `total` exactly. All are kAbsent if no event of the step has a time.
struct StepSplit {
  Value total = kAbsent;
  std::array<Value, kStepPartCount> parts;
  Value waits = 0;      // the part of kOther in which hosts only wait for devices
  Value sleeps = 0;     // that in which Python sleeps or waits for threads and processes
  Value elsewhere = 0;  // the part of kOther in which hosts work, and perhaps for another step
  // The part of kOther in gaps between what was recorded that are short, or in a backward pass.
  Value short_gaps = 0;
  // The part of kHostCompute in which only Python runs that makes input, or that may: for long,
  // and is neither of a model nor of a framework.
  Value input_code = 0;
  // The part of kHostToDevice that copies what the model computed on the host, or that the program
  // on the device copies itself, which is no input.
  Value model_copies = 0;
  // For steps on TPUs: the minimum and maximum, over cores, of the share of time waiting for input.
  double infeed_share_min = std::nan(""), infeed_share_max = std::nan("");

  StepSplit() { parts.fill(kAbsent); }
  Value operator[](StepPart part) const { return parts[static_cast<size_t>(part)]; }
};

using SharedSplits = std::shared_ptr<const std::vector<StepSplit>>;

// Returns one item for each item of `sums`, which must come from AddUpSteps() for the same query,
// or from StepsWithoutSums() if all places are selected. Time at places that the query leaves out
// counts as kOther. The splits of all places are kept for the next query.
absl::StatusOr<SharedSplits> SplitSteps(const Selected& selected, const std::vector<StepSum>& sums,
                                        RunContext& context);

}  // namespace profiler

#endif  // PROFILER_ANALYSIS_STEP_SPLIT_STEP_SPLIT_H_
