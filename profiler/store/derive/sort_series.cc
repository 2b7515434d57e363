#include <algorithm>
#include <cstdint>
#include <numeric>
#include <utility>
#include <vector>

#include "absl/container/flat_hash_map.h"
#include "profiler/store/derive/derive.h"

namespace profiler::derive {
namespace {

using Order = std::vector<uint64_t>;

struct Sorted {
  Order order;  // of the values, by time
  SampleTimes time;
};

Sorted SortTimes(const SampleTimes& time) {
  Sorted sorted;
  sorted.order.resize(time.size());
  std::iota(sorted.order.begin(), sorted.order.end(), 0);
  std::stable_sort(sorted.order.begin(), sorted.order.end(),
                   [&](uint64_t a, uint64_t b) { return time[a] < time[b]; });
  std::vector<int64_t> in_order;
  in_order.reserve(time.size());
  for (const uint64_t i : sorted.order) in_order.push_back(time[i]);
  sorted.time = SampleTimes(std::move(in_order));
  return sorted;
}

}  // namespace

void SortSeries(Profile& profile) {
  absl::flat_hash_map<std::pair<const int64_t*, size_t>, Sorted> by_times;  // shared ones
  std::vector<SampleTimes> before;  // keeps the addresses above from being reused
  for (Series& series : profile.series) {
    if (!std::is_sorted(series.time.begin(), series.time.end())) {
      const auto [it, is_new] =
          by_times.try_emplace(std::pair(series.time.begin(), series.time.size()));
      if (is_new) it->second = SortTimes(series.time);
      std::vector<double> value;
      value.reserve(series.size());
      for (const uint64_t i : it->second.order) value.push_back(series.value[i]);
      before.push_back(std::exchange(series.time, it->second.time));
      series.value = std::move(value);
    }
    series.time.Freeze();
  }
}

}  // namespace profiler::derive
