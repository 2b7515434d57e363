#include "profiler/analysis/time/two_levels.h"

#include <algorithm>

namespace profiler {

std::optional<TwoLevels> FindTwoLevels(const std::vector<double>& values) {
  constexpr double kTimesAsLarge = 2;
  constexpr size_t kLeastOfLevel = 3, kLeastChanges = 4;
  const size_t size = values.size(), least = std::max(kLeastOfLevel, (2 * size + 4) / 5);
  if (size < 2 * least) return std::nullopt;
  std::vector<double> sorted = values;
  std::sort(sorted.begin(), sorted.end());
  size_t first = 0;  // of the higher level
  double most = 0;
  for (size_t i = least; i + least <= size; ++i) {
    if (sorted[i] < kTimesAsLarge * sorted[i - 1] || sorted[i] <= 0) continue;
    const double ratio = sorted[i - 1] > 0 ? sorted[i] / sorted[i - 1] : sorted[i];
    if (ratio > most) most = ratio, first = i;
  }
  if (first == 0) return std::nullopt;
  TwoLevels levels;
  size_t changes = 0;
  for (size_t i = 0; i < size; ++i) {
    levels.is_high.push_back(values[i] >= sorted[first] ? 1 : 0);
    if (i > 0 && levels.is_high[i] != levels.is_high[i - 1]) ++changes;
  }
  if (changes < kLeastChanges) return std::nullopt;
  levels.high = size - first;
  levels.in_turn = changes == size - 1;
  return levels;
}

}  // namespace profiler
