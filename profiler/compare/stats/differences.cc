#include "profiler/compare/stats/differences.h"

#include <limits>
#include <span>

#include "profiler/compare/stats/sort_values.h"

namespace profiler {
namespace {

// The median of an even number is the mean of two: of `left`, which is sorted and has the upper
// one, and the one before it.
double MeanWithOneBefore(const SamplePair& samples, const RankSearch::Left& left) {
  if (left.has_value_before()) return (left.value() + left.value_before()) / 2;
  const size_t before = samples.count() / 2 - 1;
  RankSearches lower(samples, {before, before, before});
  lower.Run();
  RankSearch::Left below = lower.TakeLeft(0);
  SortValues(below.values());
  return (left.value() + below.value()) / 2;
}

double MedianLeft(const SamplePair& samples, const RankSearch::Left& left) {
  return samples.count() % 2 == 1 ? left.value() : MeanWithOneBefore(samples, left);
}

}  // namespace

Differences::Differences(const std::vector<double>& base, const std::vector<double>& next)
    : size_(base.size() * next.size()) {
  constexpr double kNoLimit = std::numeric_limits<double>::infinity();
  base_.reserve(base.size() + kRankPadding);
  next_.reserve(next.size() + kRankPadding);
  base_.assign(base.begin(), base.end());
  next_.assign(next.begin(), next.end());
  base_.insert(base_.end(), kRankPadding, kNoLimit);
  next_.insert(next_.end(), kRankPadding, kNoLimit);
}

Differences::Middle Differences::Find(size_t outside) const {
  const SamplePair of = samples();
  RankSearches searches(of, {outside, size() / 2, size() - 1 - outside});
  searches.Run();
  RankSearch::Left low = searches.TakeLeft(0), left = searches.TakeLeft(1),
                   high = searches.TakeLeft(2);
  const std::array all = {low.values(), left.values(), high.values()};
  SortEach(all);
  return {low.value(), MedianLeft(of, left), high.value()};
}

std::array<double, Differences::kAtOnce> Differences::FindMedians(
    const std::array<const Differences*, kAtOnce>& of) {
  const size_t middle = of[0]->size() / 2;
  const std::array samples = {of[0]->samples(), of[1]->samples(), of[2]->samples()};
  RankSearches searches({&samples[0], &samples[1], &samples[2]}, {middle, middle, middle});
  searches.Run();
  std::array left = {searches.TakeLeft(0), searches.TakeLeft(1), searches.TakeLeft(2)};
  const std::array all = {left[0].values(), left[1].values(), left[2].values()};
  SortEach(all);
  return {MedianLeft(samples[0], left[0]), MedianLeft(samples[1], left[1]),
          MedianLeft(samples[2], left[2])};
}

}  // namespace profiler
