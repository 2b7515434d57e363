#ifndef PROFILER_ANALYSIS_VALUES_UPPER_MEDIAN_H_
#define PROFILER_ANALYSIS_VALUES_UPPER_MEDIAN_H_

#include <algorithm>
#include <cstddef>
#include <vector>

namespace profiler {

// The middle value; of an even number the upper one. There must be a value. Reorders the values.
template <typename T>
T UpperMedian(std::vector<T>& values) {
  const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
  std::nth_element(values.begin(), middle, values.end());
  return *middle;
}

// The same with the lower one.
template <typename T>
T LowerMedian(std::vector<T>& values) {
  const auto middle = values.begin() + static_cast<std::ptrdiff_t>((values.size() - 1) / 2);
  std::nth_element(values.begin(), middle, values.end());
  return *middle;
}

}  // namespace profiler

#endif  // PROFILER_ANALYSIS_VALUES_UPPER_MEDIAN_H_
