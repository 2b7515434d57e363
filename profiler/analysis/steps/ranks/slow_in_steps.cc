#include "profiler/analysis/steps/ranks/slow_in_steps.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "profiler/analysis/steps/step_patterns.h"

namespace profiler {
namespace {

// How likely `least` or more of `of` tosses of a coin show one side.
double ChanceOfSide(int64_t least, int64_t of) {
  double chance = 0, log = -static_cast<double>(of) * std::log(2.0);  // of all
  for (int64_t count = of; count >= least && count >= 0; --count) {
    chance += std::exp(log);
    log += std::log(static_cast<double>(count) / static_cast<double>(of - count + 1));
  }
  return chance;
}

}  // namespace

bool SlowInSteps::AreMost() const {
  constexpr double kUnlikely = 0.02;
  return slow == common || ChanceOfSide(slow, common) <= kUnlikely;
}

OwnOfSteps MiddleOfSteps(const std::vector<const RankSteps*>& ranks) {
  OwnOfSteps all, middles;
  for (const RankSteps* rank : ranks) {
    all.insert(all.end(), rank->own_of_steps.begin(), rank->own_of_steps.end());
  }
  std::sort(all.begin(), all.end());
  for (size_t i = 0; i < all.size();) {
    const int64_t number = all[i].first;
    std::vector<double> owns;
    for (; i < all.size() && all[i].first == number; ++i) owns.push_back(all[i].second);
    middles.emplace_back(number, SummaryOf(std::move(owns)).median);
  }
  return middles;
}

SlowInSteps CountSlowSteps(const OwnOfSteps& some, const OwnOfSteps& others) {
  SlowInSteps steps;
  auto other = others.begin();
  for (const auto& [number, own] : some) {
    while (other != others.end() && other->first < number) ++other;
    if (other == others.end() || other->first != number) continue;
    ++steps.common;
    if (own > other->second) ++steps.slow;
  }
  return steps;
}

bool AreSlowInMostSteps(const std::vector<const RankSteps*>& some,
                        const std::vector<const RankSteps*>& others) {
  const OwnOfSteps usual = MiddleOfSteps(others);
  return CountSlowSteps(MiddleOfSteps(some), usual).AreMost() &&
         std::all_of(some.begin(), some.end(), [&](const RankSteps* rank) {
           return CountSlowSteps(MiddleOfSteps({rank}), usual).AreMost();
         });
}

}  // namespace profiler
