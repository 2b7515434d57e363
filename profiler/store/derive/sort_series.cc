#include <algorithm>
#include <cstdint>
#include <numeric>
#include <vector>

#include "profiler/store/derive/derive.h"

namespace profiler::derive {

void SortSeries(Profile& profile) {
  for (Series& series : profile.series) {
    if (std::is_sorted(series.time.begin(), series.time.end())) continue;
    std::vector<uint64_t> order(series.size());
    std::iota(order.begin(), order.end(), 0);
    std::stable_sort(order.begin(), order.end(),
                     [&](uint64_t a, uint64_t b) { return series.time[a] < series.time[b]; });
    std::vector<int64_t> time;
    std::vector<double> value;
    time.reserve(order.size());
    value.reserve(order.size());
    for (const uint64_t i : order) {
      time.push_back(series.time[i]);
      value.push_back(series.value[i]);
    }
    series.time = std::move(time);
    series.value = std::move(value);
  }
}

}  // namespace profiler::derive
