#include "profiler/compare/stats/false_discovery.h"

#include <algorithm>
#include <cstddef>

namespace profiler {

std::vector<double> CorrectForAll(const std::vector<double>& p_values) {
  struct Ranked {
    double p_value;
    size_t place;
  };
  std::vector<Ranked> ranked;
  ranked.reserve(p_values.size());
  for (const double p_value : p_values) ranked.push_back({p_value, ranked.size()});
  std::sort(ranked.begin(), ranked.end(),
            [](const Ranked& a, const Ranked& b) { return a.p_value < b.p_value; });
  std::vector<double> corrected(p_values.size());
  const auto count = static_cast<double>(p_values.size());
  double least = 1;
  for (size_t rank = ranked.size(); rank-- > 0;) {
    least = std::min(least, ranked[rank].p_value * count / static_cast<double>(rank + 1));
    corrected[ranked[rank].place] = least;
  }
  return corrected;
}

}  // namespace profiler
