// Hosts whose calls that launch work take several times as long as those of other hosts.
#ifndef PROFILER_ADVISE_RULES_COMMON_SLOW_LAUNCHES_H_
#define PROFILER_ADVISE_RULES_COMMON_SLOW_LAUNCHES_H_

#include <algorithm>

#include "profiler/analysis/accelerators/launch_times.h"

namespace profiler {

// From this many times the others' mean a launch is slow because of its host.
inline constexpr double kSlowLaunches = 2;

inline constexpr char kSlowLaunchRemedy[] =
    "look at what else runs on that host's CPUs, at their frequency (power saving, heat), and "
    "whether each process runs on the cores next to its GPU (NUMA)";

// The mean time of a call that launches kernels, in picoseconds.
inline double MeanCall(const LaunchTimes& times) {
  return static_cast<double>(times.kernel_call_time) /
         static_cast<double>(std::max<int64_t>(times.kernel_calls, 1));
}

// Whether both have about as many calls that launch kernels.
inline bool LaunchAsMuch(const LaunchTimes& a, const LaunchTimes& b) {
  const auto [least, most] = std::minmax(a.kernel_calls, b.kernel_calls);
  return least > 0 && 10 * most <= 11 * least;
}

}  // namespace profiler

#endif  // PROFILER_ADVISE_RULES_COMMON_SLOW_LAUNCHES_H_
