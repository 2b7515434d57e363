#include "profiler/compare/stats/sort_values.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <limits>
#include <vector>

namespace profiler {
namespace {

constexpr size_t kMostByExchange = 128;

// Two values to be put in order, by their places.
struct Exchange {
  uint8_t first, second;
};

// Batcher's merge exchange (Knuth, The Art of Computer Programming, volume 3, algorithm 5.2.2M):
// which values are compared does not depend on the values, so no branch does, and no processor has
// to guess one.
std::vector<Exchange> MergeExchange(size_t size) {
  std::vector<Exchange> exchanges;
  for (size_t length = std::bit_ceil(size) / 2; length > 0; length /= 2) {
    size_t first = 0, distance = length;
    for (size_t merged = std::bit_ceil(size) / 2;; merged /= 2) {
      for (size_t i = 0; i + distance < size; ++i) {
        if ((i & length) != first) continue;
        exchanges.push_back({static_cast<uint8_t>(i), static_cast<uint8_t>(i + distance)});
      }
      if (merged == length) break;
      distance = merged - length;
      first = length;
    }
  }
  return exchanges;
}

// By size. The loops that make them would take as long as what they list.
using Exchanges = std::array<std::vector<Exchange>, kMostByExchange + 1>;
const std::vector<Exchange>& ExchangesOf(size_t size) {
  static const Exchanges of_sizes = [] {
    Exchanges all;
    for (size_t i = 0; i < all.size(); ++i) all[i] = MergeExchange(i);
    return all;
  }();
  return of_sizes[size];
}

// A value of each of two samples, which one instruction compares with another two.
using Two = double __attribute__((vector_size(2 * sizeof(double))));

// The samples [2 * at, 2 * at + 1] of up to kSortedAtOnce.
template <size_t kTwos>
using SideBySide = std::array<Two, kTwos>;

// The two comparisons become `min` and `max`; one for both would become a branch.
template <typename T>
void PutInOrder(T& first, T& second) {
  const T one = first, other = second;
  first = other < one ? other : one;
  second = one < other ? other : one;
}

// After the last value, one that is sorted behind all.
double ValueAt(std::span<const double> values, size_t i) {
  if (i < values.size()) return values[i];
  return std::numeric_limits<double>::infinity();
}

template <size_t kTwos>
void SortSideBySide(std::span<const std::span<double>> samples, size_t size) {
  std::array<SideBySide<kTwos>, kMostByExchange> values;
  std::array<std::span<double>, 2 * kTwos> of = {};
  std::copy(samples.begin(), samples.end(), of.begin());
  for (size_t i = 0; i < size; ++i) {
    for (size_t two = 0; two < kTwos; ++two) {
      values[i][two] = Two{ValueAt(of[2 * two], i), ValueAt(of[2 * two + 1], i)};
    }
  }
  for (const Exchange& one : ExchangesOf(size)) {
    for (size_t two = 0; two < kTwos; ++two) {
      PutInOrder(values[one.first][two], values[one.second][two]);
    }
  }
  for (size_t s = 0; s < samples.size(); ++s) {
    for (size_t i = 0; i < of[s].size(); ++i) of[s][i] = values[i][s / 2][s % 2];
  }
}

}  // namespace

void SortValues(std::span<double> values) {
  if (values.size() > kMostByExchange) return std::sort(values.begin(), values.end());
  for (const Exchange& one : ExchangesOf(values.size())) {
    PutInOrder(values[one.first], values[one.second]);
  }
}

void SortEach(std::span<const std::span<double>> samples) {
  size_t size = 0;
  for (const std::span<double>& sample : samples) size = std::max(size, sample.size());
  if (size > kMostByExchange) {
    for (const std::span<double>& sample : samples) SortValues(sample);
  } else if (samples.size() > 2) {
    SortSideBySide<2>(samples, size);
  } else {
    SortSideBySide<1>(samples, size);
  }
}

}  // namespace profiler
