#include "profiler/compare/stats/blocks.h"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "profiler/analysis/time/level_shift.h"

namespace profiler {
namespace {

constexpr size_t kFewestSteps = 8;      // fewer do not tell whether they depend on each other
constexpr size_t kLeastBlocks = 4;      // the fewest with which 95 % intervals exist
constexpr double kSignificant = 2.576;  // 99 %, two-sided, in standard errors

// Of ranks, so that one slow step neither hides nor fakes a correlation.
std::vector<double> RanksInOrder(const std::vector<double>& values) {
  std::vector<double> sorted = values;
  std::sort(sorted.begin(), sorted.end());
  std::vector<double> ranks;
  for (const double value : values) {
    const auto [first, end] = std::equal_range(sorted.begin(), sorted.end(), value);
    ranks.push_back(static_cast<double>((first - sorted.begin()) + (end - sorted.begin())) / 2);
  }
  return ranks;
}

// What is left without a change of level that lasts: the values before and after it are unlike for
// that cause, not because one follows from another.
std::vector<double> WithoutShift(std::vector<double> values) {
  const auto shift = FindLevelShift(values);
  for (size_t i = 0; shift && i < values.size(); ++i) {
    values[i] -= i < shift->first ? shift->before : shift->after;
  }
  return values;
}

double Autocorrelation(const std::vector<double>& values) {
  const std::vector<double> ranks = RanksInOrder(values);
  const double mean =
      std::accumulate(ranks.begin(), ranks.end(), 0.0) / static_cast<double>(ranks.size());
  double with_next = 0, with_itself = 0;
  for (size_t i = 0; i < ranks.size(); ++i) {
    with_itself += (ranks[i] - mean) * (ranks[i] - mean);
    if (i > 0) with_next += (ranks[i] - mean) * (ranks[i - 1] - mean);
  }
  return with_itself > 0 ? with_next / with_itself : 0;
}

}  // namespace

size_t BlockLength(const std::vector<double>& values) {
  if (values.size() < kFewestSteps) return 1;
  const double least = kSignificant / std::sqrt(static_cast<double>(values.size()));
  if (Autocorrelation(values) <= least) return 1;
  const double lag1 = Autocorrelation(WithoutShift(values));
  if (lag1 <= least) return 1;
  // The factor by which the autocorrelation raises the variance of the mean (AR(1)).
  const double factor = (1 + lag1) / std::max(1e-3, 1 - lag1);
  const size_t most = std::max<size_t>(1, values.size() / kLeastBlocks);
  return std::min(static_cast<size_t>(std::ceil(factor)), most);
}

std::vector<double> BlockMeans(std::vector<double> values, size_t length) {
  if (length <= 1 || values.empty()) return values;
  const size_t blocks = std::max<size_t>(1, values.size() / length);
  std::vector<double> means;
  for (size_t block = 0; block < blocks; ++block) {
    const size_t first = block * length;
    const size_t end = block + 1 == blocks ? values.size() : first + length;
    double sum = 0;
    for (size_t i = first; i < end; ++i) sum += values[i];
    means.push_back(sum / static_cast<double>(end - first));
  }
  return means;
}

}  // namespace profiler
