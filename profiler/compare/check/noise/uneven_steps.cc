#include "profiler/compare/check/noise/uneven_steps.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <limits>
#include <utility>

#include "profiler/compare/stats/median.h"
#include "profiler/report/scaled.h"

namespace profiler {
namespace {

using RunsOfSteps = std::vector<std::vector<double>>;

size_t FewestSteps(const RunsOfSteps& runs) {
  size_t fewest = std::numeric_limits<size_t>::max();
  for (const auto& run : runs) fewest = std::min(fewest, run.size());
  return fewest;
}

// How far a step of a rarer kind lies from the typical one. Each run has such a step, so that one
// outlier is none.
double ReachOfRarerStep(const RunsOfSteps& runs) {
  double reach = std::numeric_limits<double>::infinity();
  for (const auto& run : runs) {
    const auto [least, most] = std::minmax_element(run.begin(), run.end());
    const double typical = MedianOf(run);
    reach = std::min(reach, std::max(*most - typical, typical - *least));
  }
  return reach;
}

std::vector<double> MediansOfSteps(const RunsOfSteps& runs) {
  std::vector<double> typical;
  for (const auto& run : runs) typical.push_back(MedianOf(run));
  return typical;
}

bool DoTypicalStepsBreak(const StepsOfRuns& steps, RequiredSign sign, double factor,
                         double offset) {
  NoiseSamples samples;
  samples.base = MediansOfSteps(steps.base);
  samples.next = MediansOfSteps(steps.next);
  samples.of = NoiseOf::kRuns;
  const CheckStatus status = JudgeNoise(std::move(samples), sign, factor, offset).status;
  return status == CheckStatus::kBroken || status == CheckStatus::kCannotTell;
}

}  // namespace

bool StepsOfRuns::are_uneven() const {
  const auto is_other = [&](const std::vector<double>& run) {
    return run.size() != base.front().size();
  };
  return std::any_of(base.begin(), base.end(), is_other) ||
         std::any_of(next.begin(), next.end(), is_other);
}

void WeakenByUnevenSteps(const StepsOfRuns& steps, RequiredSign sign, double factor, double offset,
                         double excess, Unit unit, NoiseVerdict& verdict) {
  const size_t base_steps = FewestSteps(steps.base), new_steps = FewestSteps(steps.next);
  if (base_steps == 0 || new_steps == 0) return;
  const double reach =
      std::max(std::abs(factor) * ReachOfRarerStep(steps.base), ReachOfRarerStep(steps.next));
  // Of steps that recur each recording has at most one more or one fewer than its share.
  const double most =
      reach / static_cast<double>(base_steps) + reach / static_cast<double>(new_steps);
  if (!(excess <= most) || DoTypicalStepsBreak(steps, sign, factor, offset)) return;
  verdict.status = CheckStatus::kUnclear;
  verdict.is_exact = false;
  verdict.p_value = verdict.spread_p = kAbsentReal;
  verdict.reason = fmt::format(
      "a mean over {} steps is compared with one over {}, and steps differ from each other: one "
      "more or one fewer of the rarer steps in a recording changes it by up to {}, and the typical "
      "step is within the bound",
      new_steps, base_steps,
      ScaledText(reach / static_cast<double>(std::min(base_steps, new_steps)), unit));
}

}  // namespace profiler
