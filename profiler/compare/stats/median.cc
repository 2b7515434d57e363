#include "profiler/compare/stats/median.h"

#include <algorithm>
#include <cstddef>
#include <vector>

#include "profiler/base/value.h"

namespace profiler {

double MedianOf(std::span<const double> values) {
  if (values.empty()) return kAbsentReal;
  std::vector<double> parted(values.begin(), values.end());
  const auto middle = parted.begin() + static_cast<ptrdiff_t>(parted.size() / 2);
  std::nth_element(parted.begin(), middle, parted.end());
  if (parted.size() % 2 == 1) return *middle;
  return (*std::max_element(parted.begin(), middle) + *middle) / 2;
}

double MedianOfSorted(std::span<const double> values) {
  if (values.empty()) return kAbsentReal;
  return (values[(values.size() - 1) / 2] + values[values.size() / 2]) / 2;
}

}  // namespace profiler
