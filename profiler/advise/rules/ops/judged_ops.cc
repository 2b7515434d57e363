#include "profiler/advise/rules/ops/judged_ops.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>
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

bool HasSeveralSteps(const Selected& selected) {
  const Profile& profile = selected.profile();
  std::set<int64_t> numbers;
  for (uint32_t i = 0; i < profile.steps.size() && numbers.size() < 2; ++i) {
    if (selected.steps().Has(StepId(i))) numbers.insert(profile.steps[StepId(i)].number);
  }
  return numbers.size() > 1;
}

Query QueryOf(const Query& asked, const Selected& selected) {
  Query query = asked;
  query.selection = selected.selection();
  const bool is_over_all = !asked.compat_tfprof && HasSeveralSteps(selected) &&
                           CheckOneRun(selected, "-stat mean_all").ok();
  query.statistic = is_over_all ? Statistic::kMeanAll : Statistic::kMean;
  return query;
}

}  // namespace

JudgedOps::JudgedOps(const RuleInput& input, WarmUp warm_up)
    : selected_(StepsOf(input, warm_up)),
      query_(QueryOf(input.query, selected_)),
      input_{selected_, query_, input.views, input.context} {}

std::string JudgedOps::Command(std::string command, bool takes_stat) const {
  if (query_.compat_tfprof) return command;
  const StepSelection& steps = selected_.selection().steps;
  if (!steps.all()) command += fmt::format(" -step {}", steps.text());
  if (takes_stat && query_.statistic == Statistic::kMeanAll) {
    command += fmt::format(" -stat {}", Info(Statistic::kMeanAll).name);
  }
  return command;
}

}  // namespace profiler
