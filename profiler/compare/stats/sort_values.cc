#include "profiler/compare/stats/sort_values.h"

#include <algorithm>
#include <bit>
#include <cstddef>

namespace profiler {
namespace {

constexpr size_t kMostByExchange = 128;

// Batcher's merge exchange (Knuth, The Art of Computer Programming, volume 3, algorithm 5.2.2M):
// which values are compared does not depend on the values, so no branch does, and no processor has
// to guess one. The two comparisons become `min` and `max`; one for both would become a branch.
void SortByExchange(std::span<double> values) {
  const size_t size = values.size();
  const size_t top = std::bit_ceil(size) / 2;
  double* const at = values.data();
  for (size_t length = top; length > 0; length /= 2) {
    size_t first = 0, distance = length;
    for (size_t merged = top;; merged /= 2) {
      for (size_t begin = first; begin + distance < size; begin += 2 * length) {
        const size_t end = std::min(begin + length, size - distance);
        for (size_t i = begin; i < end; ++i) {
          const double one = at[i], other = at[i + distance];
          at[i] = other < one ? other : one;
          at[i + distance] = one < other ? other : one;
        }
      }
      if (merged == length) break;
      distance = merged - length;
      first = length;
    }
  }
}

}  // namespace

void SortValues(std::span<double> values) {
  if (values.size() <= kMostByExchange) {
    SortByExchange(values);
  } else {
    std::sort(values.begin(), values.end());
  }
}

}  // namespace profiler
