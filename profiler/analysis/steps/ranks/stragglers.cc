#include "profiler/analysis/steps/ranks/stragglers.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <map>
#include <utility>

#include "profiler/analysis/steps/ranks/slow_in_steps.h"

namespace profiler {
namespace {

bool IsSlow(const RankSteps& rank, const StragglerLimits& limits) {
  // False for a rank that was not compared, as its values are NaN.
  return rank.own_against_middle > 1 + limits.more &&
         rank.own - rank.middle_own > limits.of_step * rank.whole.median &&
         (rank.compared == 0 || rank.is_in_pipeline() || rank.lets_others_wait());
}

}  // namespace

double SavedWithout(const std::vector<const RankSteps*>& some,
                    const std::vector<const RankSteps*>& others) {
  std::map<int64_t, std::pair<double, double>> longest;  // of `some`, of `others`
  for (const RankSteps* rank : some) {
    for (const auto& [number, own] : rank->own_of_steps) {
      longest[number].first = std::max(longest[number].first, own);
    }
  }
  for (const RankSteps* rank : others) {
    for (const auto& [number, own] : rank->own_of_steps) {
      longest[number].second = std::max(longest[number].second, own);
    }
  }
  double saved = 0, steps = 0;
  for (const auto& [number, of] : longest) {
    if (of.first == 0 || of.second == 0) continue;
    saved += std::max(0.0, of.first - of.second);
    ++steps;
  }
  return steps > 0 ? saved / steps : std::nan("");
}

bool AreSlowTogether(const std::vector<const RankSteps*>& some,
                     const std::vector<const RankSteps*>& others, double excess) {
  constexpr double kGoodPart = 0.45;
  return !(SavedWithout(some, others) < kGoodPart * excess);  // true if unknown
}

std::vector<const RankSteps*> StragglersOf(const std::vector<const RankSteps*>& ranks,
                                           const StragglerLimits& limits) {
  std::vector<const RankSteps*> stragglers, others;
  for (const RankSteps* rank : ranks) {
    (IsSlow(*rank, limits) ? stragglers : others).push_back(rank);
  }
  if (stragglers.empty()) return {};
  std::erase_if(stragglers, [&, usual = MiddleOfSteps(others)](const RankSteps* rank) {
    const bool is_by_chance = !CountSlowSteps(MiddleOfSteps({rank}), usual).AreMost();
    if (is_by_chance) others.push_back(rank);
    return is_by_chance;
  });
  if (stragglers.empty()) return {};
  std::stable_sort(stragglers.begin(), stragglers.end(),
                   [](const RankSteps* a, const RankSteps* b) { return a->own > b->own; });
  const RankSteps& slowest = *stragglers.front();
  // Stages of a pipeline, and ranks that were not compared, do not wait for each other in each
  // step.
  const bool meet = slowest.compared > 0 && !slowest.is_in_pipeline();
  // Of ranks that come together one is last.
  const bool is_any_last =
      std::any_of(stragglers.begin(), stragglers.end(), [](auto* rank) { return rank->last > 0; });
  if (meet && !is_any_last) return {};
  if (meet && !AreSlowTogether(stragglers, others, slowest.own - slowest.middle_own)) return {};
  return stragglers;
}

}  // namespace profiler
