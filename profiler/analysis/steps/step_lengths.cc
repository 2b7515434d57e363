#include "profiler/analysis/steps/step_lengths.h"

#include "profiler/analysis/selection/runs.h"
#include "profiler/analysis/steps/step_sums.h"

namespace profiler {

std::vector<double> StepLengths(const Selected& selected) {
  const Profile& profile = selected.profile();
  std::vector<double> lengths;
  if (!selected.source_filter().all()) return lengths;
  if (CountSelectedRuns(selected) > 1) return lengths;
  for (const StepSum& sum : StepsWithoutSums(profile)) {
    if (sum.steps.empty() || !selected.steps().Has(sum.steps[0])) continue;
    if (sum.is_partial(profile)) continue;
    if (profile.steps[sum.steps[0]].found_by == StepFoundBy::kWhole) continue;
    const Value length = sum.extent(profile).span();
    if (length != kAbsent && length > 0) lengths.push_back(static_cast<double>(length));
  }
  return lengths;
}

}  // namespace profiler
