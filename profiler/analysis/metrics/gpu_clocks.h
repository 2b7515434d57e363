// GPUs of a node whose clock is lower than that of the others.
#ifndef PROFILER_ANALYSIS_METRICS_GPU_CLOCKS_H_
#define PROFILER_ANALYSIS_METRICS_GPU_CLOCKS_H_

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "profiler/analysis/metrics/metric_series.h"
#include "profiler/analysis/metrics/system_use.h"
#include "profiler/base/run_context.h"
#include "profiler/store/profile.h"

namespace profiler {

// A metric of the slow GPU while it is slow, and of the others at the same times: means.
struct SlowAndOthers {
  double slow = 0, others = 0;
};

// A GPU that is used as the others of its node are, or more, at a far lower clock.
struct SlowClock {
  std::string gpu;
  size_t others = 0;         // GPUs that it is compared with
  bool are_of_kind = false;  // these are not all others, but those of its model
  SlowAndOthers clock;       // the median of each, in MHz
  double share = 0;          // of the samples in which all are used
  int64_t since = 0;       // the first of these, from the first sample of the node, in picoseconds
  bool until_end = false;  // from then on in nearly all samples
  std::optional<SlowAndOthers> temperature, power;  // if recorded
  std::vector<std::string> reasons;  // recorded reasons of a lower clock that were active
};

// GPUs below this use, in percent, lower their clocks as they idle.
inline constexpr double kUsed = 50;
// One that is used less than the others by more than this part does not do what they do.
inline constexpr double kUsedAlike = 0.8;

// What makes a clock far lower.
struct ClockLimits {
  double below = 0.2;   // by this part of the others' median
  double share = 0.05;  // in this share of the samples
};

// `series` is sorted as by PickSeries(), `use` is the use of a node at its sample times. GPUs are
// compared with those of their model; if that is not known of all, with those of the same highest
// clock; if that is neither, with all.
absl::StatusOr<std::vector<SlowClock>> SlowClocksOf(const Profile& profile,
                                                    const std::vector<MetricSeries>& series,
                                                    const NodeUse& use, const ClockLimits& limits,
                                                    RunContext& context);

}  // namespace profiler

#endif  // PROFILER_ANALYSIS_METRICS_GPU_CLOCKS_H_
