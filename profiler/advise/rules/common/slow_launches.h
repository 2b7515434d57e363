// Hosts whose calls that launch work take several times as long as those of other hosts.
#ifndef PROFILER_ADVISE_RULES_COMMON_SLOW_LAUNCHES_H_
#define PROFILER_ADVISE_RULES_COMMON_SLOW_LAUNCHES_H_

#include <algorithm>
#include <cstdint>

#include "profiler/analysis/accelerators/launch_times.h"
#include "profiler/base/int128.h"

namespace profiler {

// From this many times the others' mean a launch is slow because of its host.
inline constexpr double kSlowLaunches = 2;

inline constexpr char kSlowLaunchRemedy[] =
    "look at what else runs on that host's CPUs, at their frequency (power saving, heat), and "
    "whether each process runs on the cores next to its GPU (NUMA)";

// Whether one call that launches kernels takes longer than all others together: it may load code,
// and does not say how long a call takes.
inline bool HasLoneLongCall(const LaunchTimes& times) {
  constexpr int64_t kLeastCalls = 4;
  return times.kernel_calls - times.waiting_calls >= kLeastCalls &&
         2 * Int128{times.longest_kernel_call} > times.kernel_call_time - times.waiting_call_time;
}

// The time of calls that launch kernels, in picoseconds, without such a long one, and without those
// that wait for room in the queue: these say how far ahead the host is.
inline double UsualCallTime(const LaunchTimes& times) {
  return static_cast<double>(times.kernel_call_time - times.waiting_call_time -
                             (HasLoneLongCall(times) ? times.longest_kernel_call : 0));
}

// The mean time of one of these.
inline double MeanCall(const LaunchTimes& times) {
  const int64_t calls = times.kernel_calls - times.waiting_calls - (HasLoneLongCall(times) ? 1 : 0);
  return UsualCallTime(times) / static_cast<double>(std::max<int64_t>(calls, 1));
}

// Whether a call takes so long because of its host. A time of 0 says nothing.
inline bool IsSlower(double own, double others) {
  return others > 0 && own >= kSlowLaunches * others;
}

// Whether both are about as many calls that launch kernels.
inline bool LaunchAsMuch(double a, double b) {
  const auto [least, most] = std::minmax(a, b);
  return least > 0 && 10 * most <= 11 * least;
}

}  // namespace profiler

#endif  // PROFILER_ADVISE_RULES_COMMON_SLOW_LAUNCHES_H_
