// GPUs that were used and then did nothing for a long time, once.
#ifndef PROFILER_ANALYSIS_METRICS_LONG_STOPS_H_
#define PROFILER_ANALYSIS_METRICS_LONG_STOPS_H_

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "profiler/analysis/metrics/metric_series.h"
#include "profiler/analysis/selection/selected.h"
#include "profiler/analysis/time/intervals.h"
#include "profiler/store/profile.h"

namespace profiler {

// Power of GPUs in W, means over them.
struct PowerThen {
  double before = 0, during = 0;
};

// GPUs that stopped at the same time.
struct LongStop {
  std::vector<std::string> gpus;   // such as "algo-1/gpu0"
  std::vector<std::string> nodes;  // of these, each once
  Interval time;                   // of the first of them, from the profile's start
  bool until_end = false;          // of their samples
  double share = 0;                // of the time in which they were sampled
  // The GPUs that do not stop then, and their mean use while these stop; 0 of none.
  size_t others = 0;
  double use_of_others = 0;
  std::optional<PowerThen> power_of_others;  // if recorded
};

struct StopLimits {
  double idle = 2;      // a GPU that is used less than this, in percent, does nothing
  double share = 0.05;  // of the time in which it was sampled
  int64_t least = 60'000'000'000'000;  // picoseconds
};

// A stop takes at least so long; as long in all the GPU was used before and, unless it lasts until
// the end, after it: else it is the start or the end of the job. What other times it does nothing
// are far shorter in all: else it is often idle. `series` is sorted as by PickSeries(). Sorted by
// begin.
std::vector<LongStop> LongStopsOf(const Profile& profile, const std::vector<MetricSeries>& series,
                                  const StopLimits& limits);

}  // namespace profiler

#endif  // PROFILER_ANALYSIS_METRICS_LONG_STOPS_H_
