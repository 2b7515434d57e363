#include "profiler/advise/rules/steps/step_kinds.h"

#include <algorithm>

#include "profiler/analysis/steps/kinds/step_marks.h"

namespace profiler {
namespace {

// Puts steps of one source in the order of time where some have one number: these may be of several
// epochs.
void OrderByTime(const Profile& profile, StepTimeList& steps) {
  const auto row = [&](const StepTime* step) -> const StepRow& {
    return profile.steps[step->steps.front()];
  };
  const bool are_of_one = std::all_of(steps.begin(), steps.end(), [&](const StepTime* step) {
    return row(step).source == row(steps.front()).source;
  });
  if (!are_of_one || NumbersOf(steps).size() == steps.size()) return;
  std::stable_sort(steps.begin(), steps.end(), [&](const StepTime* a, const StepTime* b) {
    return row(a).begin < row(b).begin;
  });
}

}  // namespace

std::vector<StepKind> KindsOfSteps(const Profile& profile, StepTimeList steps, size_t least) {
  OrderByTime(profile, steps);
  std::vector<StepId> ids;
  ids.reserve(steps.size());
  for (const StepTime* step : steps) ids.push_back(step->steps.front());
  std::vector<StepKind> kinds;
  for (const MarkedSteps& marked : StepsByMark(profile, ids, least)) {
    StepKind& kind = kinds.emplace_back(StepKind{marked.mark, {}});
    for (const size_t place : marked.places) kind.steps.push_back(steps[place]);
  }
  return kinds;
}

}  // namespace profiler
