#ifndef PROFILER_ADVISE_RULES_COMMON_GPU_DIFFERENCES_H_
#define PROFILER_ADVISE_RULES_COMMON_GPU_DIFFERENCES_H_

#include <string>
#include <string_view>
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

// Whether one of the reasons for low clocks has this part in its name, which is in lower case.
bool NamesReason(const std::vector<std::string>& reasons, std::string_view part);
// Whether a signal from outside is a reason, and no limit of the GPU itself is.
bool IsPowerBraked(const std::vector<std::string>& reasons);
inline constexpr char kPowerBrakeRemedy[] =
    ". A signal from outside slows it (power brake): look at the power supply and the chassis "
    "there";

}  // namespace profiler

#endif  // PROFILER_ADVISE_RULES_COMMON_GPU_DIFFERENCES_H_
