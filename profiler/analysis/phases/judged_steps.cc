#include "profiler/analysis/phases/judged_steps.h"

#include <algorithm>

#include "profiler/analysis/selection/same_step.h"
#include "profiler/analysis/steps/step_patterns.h"

namespace profiler {

std::vector<char> AreTypical(const StepTimings& run) {
  std::vector<char> are_typical(run.totals.size(), 1);
  const size_t warm_up = std::min(WarmUpSteps(run.totals, kWarmUpMedians), are_typical.size());
  std::fill_n(are_typical.begin(), warm_up, 0);
  if (run.empty() || run.ShareOf(run.totals).is_of_mean()) return are_typical;
  for (const size_t i : run.LongSteps()) are_typical[i] = 0;
  return are_typical;
}

std::vector<char> JudgedSteps(const Profile& profile, const std::vector<StepTimings>& runs) {
  std::vector<char> is_judged(profile.steps.size());
  for (const StepTimings& run : runs) {
    const std::vector<char> are_typical = AreTypical(run);
    for (size_t i = 0; i < run.ids.size(); ++i) {
      if (are_typical[i] != 0) is_judged[SameStep(profile, run.ids[i]).row()] = 1;
    }
  }
  return is_judged;
}

}  // namespace profiler
