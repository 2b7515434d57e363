#include "profiler/analysis/input/gaps/few_gaps.h"

#include <algorithm>
#include <functional>
#include <map>

#include "profiler/analysis/steps/step_patterns.h"

namespace profiler {
namespace {

// The gap before a step, in the mean of the ranks that recorded it.
struct StepGap {
  int64_t step = 0;  // its number
  double time = 0, period = 0;
  double ranks = 0;
};

// In the order of steps.
std::vector<StepGap> GapsOfSteps(const Profile& profile, const StepTimings& timings,
                                 const LoopTimings& loop) {
  std::map<size_t, StepGap> by_place;
  for (size_t i = 0; i < loop.steps.size(); ++i) {
    StepGap& gap = by_place[timings.places[loop.steps[i]]];
    if (gap.ranks == 0) gap.step = profile.steps[timings.ids[loop.steps[i]]].number;
    gap.time += loop.totals[i];
    gap.period += loop.periods[i];
    ++gap.ranks;
  }
  std::vector<StepGap> gaps;
  for (auto& [place, gap] : by_place) {
    gap.time /= gap.ranks;
    gap.period /= gap.ranks;
    gaps.push_back(gap);
  }
  return gaps;
}

}  // namespace

std::optional<FewGaps> FindFewGaps(const Profile& profile, const StepTimings& timings,
                                   const LoopTimings& loop) {
  constexpr double kMost = 0.8;      // of the time between steps
  constexpr size_t kLeastOfAll = 4;  // irregular ones are at most one gap in so many
  const std::vector<StepGap> gaps = GapsOfSteps(profile, timings, loop);
  std::vector<double> times;
  times.reserve(gaps.size());
  for (const StepGap& gap : gaps) times.push_back(gap.time);
  const std::vector<size_t> most = FewestWithMost(times, kMost);
  // Those beside them that are as long belong to them.
  if (most.empty()) return std::nullopt;
  double shortest = times[most.front()];
  for (const size_t gap : most) shortest = std::min(shortest, times[gap]);
  FewGaps few;
  std::vector<int64_t> numbers;
  std::vector<size_t> at;
  std::vector<double> with, without;
  for (size_t i = 0; i < gaps.size(); ++i) {
    numbers.push_back(gaps[i].step);
    few.total += gaps[i].time;
    few.loop += gaps[i].period;
    const bool is_long = 2 * times[i] >= shortest;
    (is_long ? with : without).push_back(times[i]);
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
  if (few.every < 2 && kLeastOfAll * at.size() > gaps.size()) return std::nullopt;
  return few;
}

}  // namespace profiler
