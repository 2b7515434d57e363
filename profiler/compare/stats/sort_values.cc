#include "profiler/compare/stats/sort_values.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <limits>

namespace profiler {
namespace {

constexpr size_t kMostByExchange = 128;

// A value of each of two samples, which one instruction compares with another two.
using Two = double __attribute__((vector_size(2 * sizeof(double))));

// Batcher's merge exchange (Knuth, The Art of Computer Programming, volume 3, algorithm 5.2.2M):
// which values are compared does not depend on the values, so no branch does, and no processor has
// to guess one. The two comparisons become `min` and `max`; one for both would become a branch.
// A T is a value, or Two of them that are sorted side by side.
template <typename T>
void SortByExchange(T* at, size_t size) {
  const size_t top = std::bit_ceil(size) / 2;
  for (size_t length = top; length > 0; length /= 2) {
    size_t first = 0, distance = length;
    for (size_t merged = top;; merged /= 2) {
      for (size_t begin = first; begin + distance < size; begin += 2 * length) {
        const size_t end = std::min(begin + length, size - distance);
        for (size_t i = begin; i < end; ++i) {
          const T one = at[i], other = at[i + distance];
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

// After the last value, one that is sorted behind all.
double ValueAt(std::span<const double> values, size_t i) {
  if (i < values.size()) return values[i];
  return std::numeric_limits<double>::infinity();
}

}  // namespace

void SortValues(std::span<double> values) {
  if (values.size() <= kMostByExchange) {
    SortByExchange(values.data(), values.size());
  } else {
    std::sort(values.begin(), values.end());
  }
}

void SortBoth(std::span<double> one, std::span<double> other) {
  const size_t size = std::max(one.size(), other.size());
  if (size > kMostByExchange) {
    SortValues(one);
    return SortValues(other);
  }
  std::array<Two, kMostByExchange> both;
  for (size_t i = 0; i < size; ++i) {
    both[i] = Two{ValueAt(one, i), ValueAt(other, i)};
  }
  SortByExchange(both.data(), size);
  for (size_t i = 0; i < one.size(); ++i) one[i] = both[i][0];
  for (size_t i = 0; i < other.size(); ++i) other[i] = both[i][1];
}

}  // namespace profiler
