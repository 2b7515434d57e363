#include "profiler/analysis/steps/ranks/slow_in_steps.h"

#include <algorithm>
#include <cmath>
#include <map>

#include "profiler/analysis/steps/step_patterns.h"

namespace profiler {
namespace {

// How likely `least` or more of `of` tosses of a coin show one side.
double ChanceOfSide(int64_t least, int64_t of) {
  const auto tosses = static_cast<double>(of);
  double chance = 0;
  for (int64_t count = least; count <= of; ++count) {
    const auto shown = static_cast<double>(count);
    chance += std::exp(std::lgamma(tosses + 1) - std::lgamma(shown + 1) -
                       std::lgamma(tosses - shown + 1) - tosses * std::log(2.0));
  }
  return chance;
}

}  // namespace

bool SlowInSteps::AreMost() const {
  constexpr double kUnlikely = 0.02;
  return slow == common || ChanceOfSide(slow, common) <= kUnlikely;
}

SlowInSteps CountSlowSteps(const std::vector<const RankSteps*>& some,
                           const std::vector<const RankSteps*>& others) {
  struct Owns {
    std::vector<double> some, others;
  };
  std::map<int64_t, Owns> by_step;
  for (const RankSteps* rank : some) {
    for (const auto& [number, own] : rank->own_of_steps) by_step[number].some.push_back(own);
  }
  for (const RankSteps* rank : others) {
    for (const auto& [number, own] : rank->own_of_steps) by_step[number].others.push_back(own);
  }
  SlowInSteps steps;
  for (auto& [number, owns] : by_step) {
    if (owns.some.empty() || owns.others.empty()) continue;
    ++steps.common;
    const double middle = SummaryOf(std::move(owns.others)).median;
    if (SummaryOf(std::move(owns.some)).median > middle) ++steps.slow;
  }
  return steps;
}

bool AreSlowInMostSteps(const std::vector<const RankSteps*>& some,
                        const std::vector<const RankSteps*>& others) {
  return CountSlowSteps(some, others).AreMost() &&
         std::all_of(some.begin(), some.end(), [&](const RankSteps* rank) {
           return CountSlowSteps({rank}, others).AreMost();
         });
}

}  // namespace profiler
