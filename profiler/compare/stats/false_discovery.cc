#include "profiler/compare/stats/false_discovery.h"

#include <algorithm>
#include <cstddef>
#include <numeric>

namespace profiler {

std::vector<double> CorrectForAll(const std::vector<double>& p_values) {
  std::vector<size_t> order(p_values.size());
  std::iota(order.begin(), order.end(), size_t{0});
  std::sort(order.begin(), order.end(),
            [&](size_t a, size_t b) { return p_values[a] < p_values[b]; });
  std::vector<double> corrected(p_values.size());
  const auto count = static_cast<double>(p_values.size());
  double least = 1;
  for (size_t rank = order.size(); rank-- > 0;) {
    least = std::min(least, p_values[order[rank]] * count / static_cast<double>(rank + 1));
    corrected[order[rank]] = least;
  }
  return corrected;
}

}  // namespace profiler
