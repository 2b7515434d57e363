#include "profiler/advise/rules/ops/judged_ops.h"

#include <fmt/format.h>

#include <algorithm>
#include <vector>

#include "profiler/advise/shared_facts.h"
#include "profiler/analysis/selection/runs.h"
#include "profiler/analysis/selection/whole_steps.h"
#include "profiler/analysis/steps/step_patterns.h"
#include "profiler/analysis/values/step_statistic.h"

namespace profiler {
namespace {

// The number of the first step after those that warm up.
int64_t FirstWarm(const RuleInput& input) {
  const auto timed = SharedStepTimes(input);
  std::vector<double> walls;
  for (const StepTime& step : timed->times) walls.push_back(static_cast<double>(step.wall));
  const size_t warm_up = WarmUpSteps(walls, kWarmUpMedians);
  return warm_up < walls.size() ? timed->times[warm_up].number : INT64_MIN;
}

Selected StepsOf(const RuleInput& input, WarmUp warm_up) {
  const Profile& profile = input.profile();
  const bool takes_all = input.query.compat_tfprof || !input.selected.selection().steps.all();
  if (takes_all || RunsOf(profile).are_several()) return input.selected;
  std::vector<int64_t> numbers = NumbersOfWholeSteps(profile);
  if (warm_up == WarmUp::kLeftOut) {
    const int64_t first = FirstWarm(input);
    std::erase_if(numbers, [&](int64_t number) { return number < first; });
  }
  const auto& steps = profile.steps.values();
  const bool are_all = std::all_of(steps.begin(), steps.end(), [&](const StepRow& step) {
    return step.number == kUnknown
               ? !step.partial
               : std::binary_search(numbers.begin(), numbers.end(), step.number);
  });
  if (are_all) return input.selected;
  const auto chosen = StepSelection::Parse(StepList(numbers));
  if (!chosen.ok()) return input.selected;  // there is none
  Selected selected = input.selected.WithSteps(*chosen);
  return selected.CheckSteps().ok() ? selected : input.selected;
}

Query QueryOf(const Query& asked, const Selected& selected) {
  Query query = asked;
  query.selection = selected.selection();
  query.statistic = DefaultStatistic(selected, asked.compat_tfprof);
  return query;
}

}  // namespace

JudgedOps::JudgedOps(const RuleInput& input, WarmUp warm_up)
    : selected_(StepsOf(input, warm_up)),
      query_(QueryOf(input.query, selected_)),
      input_{selected_, query_, input.views, input.context} {}

std::string JudgedOps::Command(std::string command) const {
  if (query_.compat_tfprof) return command;
  const StepSelection& steps = selected_.selection().steps;
  if (!steps.all()) command += fmt::format(" -step {}", steps.text());
  return command;
}

}  // namespace profiler
