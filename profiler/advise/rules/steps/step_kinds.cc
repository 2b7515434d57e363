#include "profiler/advise/rules/steps/step_kinds.h"

#include <algorithm>
#include <string_view>
#include <utility>

#include "profiler/base/text/without_digits.h"

namespace profiler {
namespace {

// "eval" of "eval 12", "ProfilerStep" of "ProfilerStep#12".
std::string_view MarkOfStep(std::string_view name) {
  return name.substr(0, name.find_last_not_of("0123456789# ") + 1);
}

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
  std::vector<StepKind> kinds;
  std::vector<std::string> keys;  // of the kinds: marks may count epochs, too
  for (const StepTime* step : steps) {
    const StringId name = profile.steps[step->steps.front()].name;
    const std::string_view mark = name.valid() ? MarkOfStep(profile.strings[name]) : "";
    const std::string key = WithoutDigits(mark);
    const auto at = static_cast<size_t>(std::find(keys.begin(), keys.end(), key) - keys.begin());
    if (at == keys.size()) {
      keys.push_back(key);
      kinds.push_back({std::string(mark), {}});
    }
    kinds[at].steps.push_back(step);
  }
  size_t in_large = 0;
  for (const StepKind& kind : kinds) {
    if (kind.steps.size() >= least) in_large += kind.steps.size();
  }
  if (kinds.size() > 1 && 2 * in_large >= steps.size()) return kinds;
  kinds.clear();
  kinds.push_back({"", std::move(steps)});
  return kinds;
}

}  // namespace profiler
