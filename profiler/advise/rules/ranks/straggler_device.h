#ifndef PROFILER_ADVISE_RULES_RANKS_STRAGGLER_DEVICE_H_
#define PROFILER_ADVISE_RULES_RANKS_STRAGGLER_DEVICE_H_

#include <string>

#include "profiler/advise/rules/common/gpu_differences.h"
#include "profiler/advise/rules/ranks/rank_comparison.h"
#include "profiler/advise/rules/ranks/stragglers.h"
#include "profiler/analysis/steps/rank_steps.h"
#include "profiler/store/profile.h"

namespace profiler {

// A slow rank whose device computes longer than those of the others.
struct SlowDevice {
  const RankSteps& rank;
  const RanksOfRun& all;  // the ranks for which it stands
  const RanksOfRun& others;
  double excess = 0;    // what its step takes longer, in picoseconds
  Compared loading;     // the wait for input, and copying it to the device
  GpuDifferences gpus;  // from the others'

  bool are_several() const { return all.size() > 1; }
};

// Why the device takes longer, as StragglerRemedy() tells it; empty if unknown.
std::string DeviceCause(const Profile& profile, const RankComparison& comparison,
                        const SlowDevice& device);

}  // namespace profiler

#endif  // PROFILER_ADVISE_RULES_RANKS_STRAGGLER_DEVICE_H_
