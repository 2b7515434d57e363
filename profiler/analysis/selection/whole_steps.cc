#include "profiler/analysis/selection/whole_steps.h"

#include <set>

namespace profiler {

std::vector<int64_t> NumbersOfWholeSteps(const Profile& profile) {
  std::set<int64_t> whole, partial;
  for (const StepRow& step : profile.steps.values()) {
    if (step.number != kUnknown) (step.partial ? partial : whole).insert(step.number);
  }
  for (const int64_t number : partial) whole.erase(number);
  return {whole.begin(), whole.end()};
}

}  // namespace profiler
