#include "profiler/analysis/input/gaps/few_gaps.h"

#include <algorithm>
#include <functional>

#include "profiler/analysis/steps/step_patterns.h"

namespace profiler {

std::optional<FewGaps> FindFewGaps(const Profile& profile, const StepTimings& timings,
                                   const LoopTimings& loop) {
  constexpr double kMost = 0.8;      // of the time between steps
  constexpr size_t kLeastOfAll = 4;  // irregular ones are at most one gap in so many
  const std::vector<size_t> most = FewestWithMost(loop.totals, kMost);
  // Those beside them that are as long belong to them.
  if (most.empty()) return std::nullopt;
  double shortest = loop.totals[most.front()];
  for (const size_t gap : most) shortest = std::min(shortest, loop.totals[gap]);
  FewGaps few;
  std::vector<int64_t> numbers;
  std::vector<size_t> at;
  std::vector<double> with, without;
  for (size_t i = 0; i < loop.steps.size(); ++i) {
    numbers.push_back(profile.steps[timings.ids[loop.steps[i]]].number);
    const bool is_long = 2 * loop.totals[i] >= shortest;
    (is_long ? with : without).push_back(loop.totals[i]);
    if (!is_long) continue;
    at.push_back(i);
    few.steps.push_back(numbers.back());
  }
  if (at.size() < 2 || without.empty()) return std::nullopt;
  few.mean = MeanOf(with);
  few.others = MeanOf(without);
  // Steps of two epochs may have one number.
  const bool are_ascending =
      std::adjacent_find(numbers.begin(), numbers.end(), std::greater_equal<>()) == numbers.end();
  const auto period = are_ascending ? FindPeriod(numbers, at) : std::nullopt;
  if (period && period->steps.size() == at.size()) few.every = period->every;
  if (few.every < 2 && kLeastOfAll * at.size() > loop.steps.size()) return std::nullopt;
  return few;
}

}  // namespace profiler
