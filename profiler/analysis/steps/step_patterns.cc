#include "profiler/analysis/steps/step_patterns.h"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <numeric>
#include <set>

namespace profiler {
namespace {

double Median(std::vector<double> values) {
  const auto middle = values.begin() + static_cast<ptrdiff_t>(values.size() / 2);
  std::nth_element(values.begin(), middle, values.end());
  const double upper = *middle;
  if (values.size() % 2 == 1) return upper;
  return (upper + *std::max_element(values.begin(), middle)) / 2;
}

// Possible periods: the distances between neighbours, and their common divisors. The arithmetic is
// unsigned, as damaged files may have arbitrary numbers.
std::set<uint64_t> Candidates(const std::vector<int64_t>& numbers,
                              const std::vector<size_t>& slow) {
  std::set<uint64_t> candidates;
  uint64_t divisor = 0;
  for (size_t i = 1; i < slow.size(); ++i) {
    const uint64_t gap =
        static_cast<uint64_t>(numbers[slow[i]]) - static_cast<uint64_t>(numbers[slow[i - 1]]);
    divisor = std::gcd(divisor, gap);
    candidates.insert(gap);
  }
  candidates.insert(divisor);
  // If every step or every second step is slow, there are no ordinary steps to compare with.
  candidates.erase(candidates.begin(), candidates.lower_bound(3));
  constexpr size_t kMostTried = 64;
  while (candidates.size() > kMostTried) candidates.erase(std::prev(candidates.end()));
  return candidates;
}

bool IsFourInFive(size_t part, size_t whole) { return 5 * part >= 4 * whole; }

std::optional<Period> Check(const std::vector<int64_t>& numbers, const std::vector<size_t>& slow,
                            uint64_t every, uint64_t phase) {
  const auto fits = [&](size_t i) { return static_cast<uint64_t>(numbers[i]) % every == phase; };
  Period period;
  period.every = static_cast<int64_t>(every);
  period.first = static_cast<int64_t>(phase);
  std::copy_if(slow.begin(), slow.end(), std::back_inserter(period.steps), fits);
  size_t recorded = 0;
  for (size_t i = 0; i < numbers.size(); ++i) recorded += fits(i) ? 1 : 0;
  if (period.steps.size() < 3 || !IsFourInFive(period.steps.size(), slow.size()) ||
      !IsFourInFive(period.steps.size(), recorded)) {
    return std::nullopt;
  }
  return period;
}

}  // namespace

Center CenterOf(std::vector<double> times) {
  constexpr double kToStandardDeviation = 1.4826;
  Center center;
  center.median = Median(times);
  for (double& time : times) time = std::abs(time - center.median);
  center.deviation = kToStandardDeviation * Median(std::move(times));
  return center;
}

Summary SummaryOf(std::vector<double> values) {
  Summary summary;
  summary.count = values.size();
  if (values.empty()) return summary;
  summary.average = MeanOf(values);
  summary.min = *std::min_element(values.begin(), values.end());
  summary.max = *std::max_element(values.begin(), values.end());
  if (values.size() > 1) {
    double squares = 0;
    for (const double value : values) {
      squares += (value - summary.average) * (value - summary.average);
    }
    summary.deviation = std::sqrt(squares / static_cast<double>(values.size() - 1));
  }
  summary.median = CenterOf(std::move(values)).median;
  return summary;
}

double MeanOf(std::span<const double> values) {
  if (values.empty()) return 0;
  return std::accumulate(values.begin(), values.end(), 0.0) / static_cast<double>(values.size());
}

double VariationOf(const std::vector<double>& times) {
  if (times.size() < 2) return 0;
  const auto n = static_cast<double>(times.size());
  const double mean = MeanOf(times);
  double squares = 0;
  for (double time : times) squares += (time - mean) * (time - mean);
  return mean > 0 ? std::sqrt(squares / (n - 1)) / mean : 0;
}

bool IsDrift(const std::vector<double>& times, size_t second) {
  const auto half = times.begin() + static_cast<ptrdiff_t>(second);
  const double level[] = {MeanOf({times.begin(), half}), MeanOf({half, times.end()})};
  const double mean = MeanOf(times), middle = static_cast<double>(times.size() - 1) / 2;
  double across = 0, along = 0;
  for (size_t i = 0; i < times.size(); ++i) {
    const double place = static_cast<double>(i) - middle;
    across += place * (times[i] - mean);
    along += place * place;
  }
  if (along <= 0) return false;
  double of_line = 0, of_levels = 0;
  for (size_t i = 0; i < times.size(); ++i) {
    const double place = static_cast<double>(i) - middle;
    const double line = mean + place * across / along;
    of_line += (times[i] - line) * (times[i] - line);
    const double from_level = times[i] - level[i < second ? 0 : 1];
    of_levels += from_level * from_level;
  }
  return 2 * of_line < of_levels;
}

std::vector<size_t> FewestWithMost(const std::vector<double>& values, double share) {
  std::vector<size_t> order(values.size());
  std::iota(order.begin(), order.end(), size_t{0});
  std::stable_sort(order.begin(), order.end(),
                   [&](size_t a, size_t b) { return values[a] > values[b]; });
  const double all = std::accumulate(values.begin(), values.end(), 0.0);
  if (all <= 0) return {};
  double held = 0;
  size_t count = 0;
  while (count < order.size() && held <= share * all) held += values[order[count++]];
  order.resize(count);
  std::sort(order.begin(), order.end());
  return order;
}

size_t WarmUpSteps(const std::vector<double>& times, double factor) {
  if (times.empty()) return 0;
  const double limit = factor * Median(times);
  size_t count = 0;
  while (count < times.size() / 2 && times[count] > limit) ++count;
  return count;
}

std::vector<size_t> SlowSteps(const std::vector<double>& times, double deviations, double factor) {
  std::vector<size_t> slow;
  if (times.empty()) return slow;
  const Center center = CenterOf(times);
  const double limit =
      std::max(center.median + deviations * center.deviation, factor * center.median);
  for (size_t i = 0; i < times.size(); ++i) {
    if (times[i] > limit) slow.push_back(i);
  }
  return slow;
}

std::optional<Period> FindPeriod(const std::vector<int64_t>& numbers,
                                 const std::vector<size_t>& slow) {
  // The shortest matching period wins, as its multiples match as well.
  for (uint64_t every : Candidates(numbers, slow)) {
    for (size_t i = 0; i < std::min<size_t>(slow.size(), 2); ++i) {  // one may be an outlier
      auto period = Check(numbers, slow, every, static_cast<uint64_t>(numbers[slow[i]]) % every);
      if (period) return period;
    }
  }
  return std::nullopt;
}

}  // namespace profiler
