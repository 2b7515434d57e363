#ifndef PROFILER_BASE_THREADS_SORT_RUNS_H_
#define PROFILER_BASE_THREADS_SORT_RUNS_H_

#include <algorithm>
#include <cstddef>
#include <vector>

namespace profiler {

// Stable sort for input that consists of a few sorted runs, e.g. the events of several tracks.
// Finds the runs and merges them.
template <typename Iterator, typename Less>
void SortRuns(Iterator first, Iterator last, const Less& less) {
  constexpr size_t kMostRuns = 64;  // with more, std::stable_sort is as fast
  Iterator next = std::is_sorted_until(first, last, less);
  if (next == last) return;
  std::vector<Iterator> bounds = {first};
  for (; next != last && bounds.size() <= kMostRuns;
       next = std::is_sorted_until(next, last, less)) {
    bounds.push_back(next);
  }
  if (bounds.size() > kMostRuns) {
    std::stable_sort(first, last, less);
    return;
  }
  bounds.push_back(last);
  for (size_t kept = 0; bounds.size() > 2; kept = 0) {
    size_t i = 0;
    for (; i + 2 < bounds.size(); i += 2) {
      std::inplace_merge(bounds[i], bounds[i + 1], bounds[i + 2], less);
      bounds[kept++] = bounds[i];
    }
    for (; i < bounds.size(); ++i) bounds[kept++] = bounds[i];
    bounds.resize(kept);
  }
}

}  // namespace profiler

#endif  // PROFILER_BASE_THREADS_SORT_RUNS_H_
