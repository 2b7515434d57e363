#include "profiler/compare/stats/shuffle_test.h"

#include <algorithm>
#include <cmath>
#include <random>
#include <span>
#include <utility>

namespace profiler {
namespace {

// With so many ways, p = 0.04 is known to 0.0015.
constexpr size_t kMostWays = 19'999, kLeastWays = 199;
// Bounds the time of large samples.
constexpr size_t kMostValues = 10'000'000;

using Blocks = std::vector<std::span<const double>>;

// The last block takes the rest.
size_t AddBlocks(const std::vector<double>& values, size_t length, Blocks& blocks) {
  const size_t count = std::max<size_t>(1, values.size() / length);
  const std::span<const double> all(values);
  for (size_t i = 0; i < count; ++i) {
    const size_t first = i * length;
    blocks.push_back(i + 1 == count ? all.subspan(first) : all.subspan(first, length));
  }
  return count;
}

}  // namespace

double ShuffleTest(const std::vector<double>& base, const std::vector<double>& next, size_t block,
                   const SampleStatistic& statistic) {
  if (base.empty() || next.empty()) return 1;
  Blocks blocks;
  const size_t of_next = AddBlocks(next, std::max<size_t>(1, block), blocks);
  AddBlocks(base, std::max<size_t>(1, block), blocks);
  std::vector<double> as_base, as_next;
  const auto difference = [&] {
    as_base.clear();
    as_next.clear();
    for (size_t i = 0; i < blocks.size(); ++i) {
      std::vector<double>& side = i < of_next ? as_next : as_base;
      side.insert(side.end(), blocks[i].begin(), blocks[i].end());
    }
    return statistic(as_next) - statistic(as_base);
  };
  const double observed = difference();
  // Sums in another order differ in their last digits.
  const double least = observed - 1e-9 * std::abs(observed);
  const size_t ways = std::clamp(kMostValues / (base.size() + next.size()), kLeastWays, kMostWays);
  std::mt19937_64 random(1);  // its numbers are the same everywhere
  size_t as_large = 1;        // the samples themselves are one of the ways
  for (size_t way = 0; way < ways; ++way) {
    for (size_t i = 0; i < of_next; ++i) {
      std::swap(blocks[i], blocks[i + random() % (blocks.size() - i)]);
    }
    if (difference() >= least) ++as_large;
  }
  return static_cast<double>(as_large) / static_cast<double>(ways + 1);
}

}  // namespace profiler
