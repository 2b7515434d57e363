#include "profiler/advise/rules/memory/whole_steps.h"

#include <algorithm>

namespace profiler {

std::vector<WholeStep> WholeStepsOf(const Selected& selected, SourceId source) {
  const Profile& profile = selected.profile();
  std::vector<WholeStep> steps;
  for (uint32_t i = 0; i < profile.steps.size(); ++i) {
    const StepRow& step = profile.steps[StepId(i)];
    const bool is_timed = step.begin != kUnknown && step.end != kUnknown;
    if (!is_timed || !(step.source == source) || !selected.steps().Has(StepId(i))) continue;
    if (step.found_by == StepFoundBy::kWhole || step.partial) continue;
    steps.push_back({step.begin, step.end});
  }
  std::sort(steps.begin(), steps.end(),
            [](const WholeStep& a, const WholeStep& b) { return a.begin < b.begin; });
  return steps;
}

size_t StepAt(const std::vector<WholeStep>& steps, int64_t time) {
  const auto after =
      std::upper_bound(steps.begin(), steps.end(), time,
                       [](int64_t at, const WholeStep& step) { return at < step.begin; });
  if (after == steps.begin() || time >= (after - 1)->end) return steps.size();
  return static_cast<size_t>(after - 1 - steps.begin());
}

}  // namespace profiler
