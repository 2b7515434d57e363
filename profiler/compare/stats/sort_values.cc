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

// A value of each of so many samples, which one instruction compares with those of others.
template <size_t kWidth>
struct LanesOf {
  using Type __attribute__((vector_size(kWidth * sizeof(double)))) = double;
};

// The two comparisons become `min` and `max`; one for both would become a branch.
template <typename T>
[[gnu::always_inline]] inline void PutInOrder(T& first, T& second) {
  const T one = first, other = second;
  first = other < one ? other : one;
  second = one < other ? other : one;
}

// Sorts up to kWidth * kVectors samples of up to `size` values.
template <size_t kWidth, size_t kVectors>
[[gnu::always_inline]] inline void SortSideBySide(std::span<const std::span<double>> samples,
                                                  size_t size) {
  using Lanes = typename LanesOf<kWidth>::Type;
  constexpr size_t kSamples = kWidth * kVectors;
  alignas(Lanes) double values[kMostByExchange * kSamples];
  // What comes after the last value is sorted behind all.
  std::fill_n(values, size * kSamples, std::numeric_limits<double>::infinity());
  for (size_t s = 0; s < samples.size(); ++s) {
    for (size_t i = 0; i < samples[s].size(); ++i) values[i * kSamples + s] = samples[s][i];
  }
  for (const Exchange& one : ExchangesOf(size)) {
    auto* const first = reinterpret_cast<Lanes*>(&values[one.first * kSamples]);
    auto* const second = reinterpret_cast<Lanes*>(&values[one.second * kSamples]);
    for (size_t v = 0; v < kVectors; ++v) PutInOrder(first[v], second[v]);
  }
  for (size_t s = 0; s < samples.size(); ++s) {
    for (size_t i = 0; i < samples[s].size(); ++i) samples[s][i] = values[i * kSamples + s];
  }
}

using SortSamples = void (*)(std::span<const std::span<double>>, size_t);

void SortByTwos(std::span<const std::span<double>> samples, size_t size) {
  if (samples.size() <= 2) return SortSideBySide<2, 1>(samples, size);
  if (samples.size() <= 4) return SortSideBySide<2, 2>(samples, size);
  SortSideBySide<2, 4>(samples, size);
}

#ifdef __x86_64__
[[gnu::target("avx")]] void SortByFours(std::span<const std::span<double>> samples, size_t size) {
  if (samples.size() <= 4) return SortSideBySide<4, 1>(samples, size);
  SortSideBySide<4, 2>(samples, size);
}

[[gnu::target("avx512f")]] void SortByEights(std::span<const std::span<double>> samples,
                                             size_t size) {
  if (samples.size() <= 4) return SortByFours(samples, size);
  SortSideBySide<8, 1>(samples, size);
}

SortSamples WidestSort() {
  if (__builtin_cpu_supports("avx512f")) return SortByEights;
  return __builtin_cpu_supports("avx") ? SortByFours : SortByTwos;
}
#else
SortSamples WidestSort() { return SortByTwos; }
#endif

}  // namespace

void SortValues(std::span<double> values) {
  if (values.size() > kMostByExchange) return std::sort(values.begin(), values.end());
  for (const Exchange& one : ExchangesOf(values.size())) {
    PutInOrder(values[one.first], values[one.second]);
  }
}

void SortEach(std::span<const std::span<double>> samples) {
  static const SortSamples sort = WidestSort();
  size_t size = 0;
  for (const std::span<double>& sample : samples) size = std::max(size, sample.size());
  if (size <= kMostByExchange) return sort(samples, size);
  for (const std::span<double>& sample : samples) SortValues(sample);
}

}  // namespace profiler
