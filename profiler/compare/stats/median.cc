#include "profiler/compare/stats/median.h"

#include <algorithm>
#include <vector>

#include "profiler/base/value.h"

namespace profiler {

double MedianOf(std::span<const double> values) {
  std::vector<double> sorted(values.begin(), values.end());
  std::sort(sorted.begin(), sorted.end());
  return MedianOfSorted(sorted);
}

double MedianOfSorted(std::span<const double> values) {
  if (values.empty()) return kAbsentReal;
  return (values[(values.size() - 1) / 2] + values[values.size() / 2]) / 2;
}

}  // namespace profiler
