// The noise between runs where one side of a comparison has one run, and the other several.
#include <algorithm>
#include <cmath>
#include <cstddef>
#include <span>
#include <utility>
#include <vector>

#include "profiler/compare/change.h"
#include "profiler/compare/stats/median.h"
#include "profiler/compare/stats/one_more_run.h"

namespace profiler {
namespace {

// Of each run's steps, run after run.
std::vector<double> MediansOfRuns(std::span<const double> steps, const std::vector<size_t>& ends) {
  std::vector<double> medians;
  size_t begin = 0;
  for (const size_t end : ends) {
    medians.push_back(MedianOf(steps.subspan(begin, end - begin)));
    begin = end;
  }
  return medians;
}

}  // namespace

Comparison Comparison::OfRuns(std::vector<size_t> base_ends, std::vector<size_t> new_ends) const {
  Comparison of_runs = *this;
  const size_t fewer = std::min(base_ends.size(), new_ends.size());
  const size_t more = std::max(base_ends.size(), new_ends.size());
  if (are_runs_ || fewer != 1 || more < kLeastRunsOfNoise) return of_runs;
  of_runs.base_ends_ = std::move(base_ends);
  of_runs.new_ends_ = std::move(new_ends);
  return of_runs;
}

void Comparison::AddNoiseOfRuns(std::span<const double> base, std::span<const double> next,
                                Change& change) const {
  if (!knows_noise_of_runs()) return;
  const std::vector<double> olds = MediansOfRuns(base, base_ends_);
  const std::vector<double> news = MediansOfRuns(next, new_ends_);
  const OneMoreRun one_more =
      olds.size() == 1 ? CompareOneMore(news, olds.front()) : CompareOneMore(olds, news.front());
  change.p_value = std::max(change.p_value, one_more.p_value);
  change.spread_p = std::max(change.spread_p, one_more.p_value);
  change.low = std::min(change.low, change.delta - one_more.half_width);
  change.high = std::max(change.high, change.delta + one_more.half_width);
}

// Of n runs against one the variance is that of a run times 1 + 1/n; of k against k, times 2/k.
double Comparison::MoreRuns(const Change& change) const {
  constexpr double kLeastRuns = 4;  // of each, for an interval
  if (std::isnan(change.low)) return kLeastRuns - 1;
  const double needed = NeededWidth(change);
  if (change.low > 0 || change.high < 0 || !(needed > 0)) return kAbsentReal;
  const auto several = static_cast<double>(std::max(base_ends_.size(), new_ends_.size()));
  const double factor = (change.high - change.low) / 2 / needed;
  return std::max(kLeastRuns, std::ceil(2 * factor * factor / (1 + 1 / several))) - 1;
}

}  // namespace profiler
