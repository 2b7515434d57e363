#ifndef PROFILER_BASE_SORT_RUNS_H_
#define PROFILER_BASE_SORT_RUNS_H_

#include <algorithm>
#include <cstddef>
#include <vector>

namespace profiler {

// Sorts what mostly consists of a few parts that are sorted already, as what comes from several
// tracks does: the parts are found and merged. Equal items stay as they stand.
template <typename T, typename Less>
void SortRuns(std::vector<T>& items, const Less& less) {
  constexpr size_t kMostRuns = 64;  // of more a sort makes as much
  std::vector<size_t> bounds = {0};
  for (size_t i = 1; i < items.size() && bounds.size() <= kMostRuns; ++i) {
    if (less(items[i], items[i - 1])) bounds.push_back(i);
  }
  if (bounds.size() == 1) return;
  if (bounds.size() > kMostRuns) {
    std::stable_sort(items.begin(), items.end(), less);
    return;
  }
  const auto at = [&](size_t bound) { return items.begin() + static_cast<ptrdiff_t>(bound); };
  bounds.push_back(items.size());
  for (size_t kept = 0; bounds.size() > 2; kept = 0) {
    size_t i = 0;
    for (; i + 2 < bounds.size(); i += 2) {
      std::inplace_merge(at(bounds[i]), at(bounds[i + 1]), at(bounds[i + 2]), less);
      bounds[kept++] = bounds[i];
    }
    for (; i < bounds.size(); ++i) bounds[kept++] = bounds[i];
    bounds.resize(kept);
  }
}

}  // namespace profiler

#endif  // PROFILER_BASE_SORT_RUNS_H_
