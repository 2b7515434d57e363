#ifndef PROFILER_ADVISE_RULES_COMMON_GPU_DIFFERENCES_H_
#define PROFILER_ADVISE_RULES_COMMON_GPU_DIFFERENCES_H_

#include <string>
#include <vector>

#include "profiler/analysis/metrics/gpu_states.h"

namespace profiler {

// In what the sampled metrics of slow GPUs differ from those of others.
struct GpuDifferences {
  // "runs at 1520 MHz (the others at 1980), has a power limit of 450 W (the others 700); active
  // there: sw_power_cap"; empty if nothing differs.
  std::string text;
  std::string remedy;     // ". Power is limited there: ..."; empty if none follows
  bool is_known = false;  // the clocks of both were sampled
};
// A clock or power limit of this part of the others' or less differs.
inline constexpr double kClearlyLower = 0.9;
GpuDifferences DifferencesOf(const std::vector<const GpuState*>& slow,
                             const std::vector<const GpuState*>& others,
                             double lower_clock = kClearlyLower);

}  // namespace profiler

#endif  // PROFILER_ADVISE_RULES_COMMON_GPU_DIFFERENCES_H_
