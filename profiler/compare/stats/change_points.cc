#include "profiler/compare/stats/change_points.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <utility>

namespace profiler {
namespace {

// The ranks of values, from 1; equal values have the mean of their ranks.
std::vector<double> RanksOf(std::span<const double> values) {
  std::vector<size_t> order(values.size());
  for (size_t i = 0; i < order.size(); ++i) order[i] = i;
  std::stable_sort(order.begin(), order.end(),
                   [&](size_t a, size_t b) { return values[a] < values[b]; });
  std::vector<double> ranks(values.size());
  for (size_t first = 0, last = 0; first < order.size(); first = last) {
    while (last < order.size() && values[order[last]] == values[order[first]]) ++last;
    const double rank = 0.5 * static_cast<double>(first + 1 + last);
    for (size_t i = first; i < last; ++i) ranks[order[i]] = rank;
  }
  return ranks;
}

struct Split {
  size_t at = 0;   // the first value after the change
  size_t end = 0;  // of values that differ from all others, before and after: the first after them
  double divergence = 0;
};

// Sums of the distances of all values [first, last) to each other, for any range in constant time.
class DistanceSums {
 public:
  void Set(const std::vector<double>& ranks) {
    width_ = ranks.size() + 1;
    sums_.assign(width_ * width_, 0);
    for (size_t i = 0; i < ranks.size(); ++i) {
      double row = 0;
      for (size_t k = 0; k < ranks.size(); ++k) {
        row += std::abs(ranks[i] - ranks[k]);
        sums_[(i + 1) * width_ + k + 1] = sums_[i * width_ + k + 1] + row;
      }
    }
  }
  double Within(size_t first, size_t last) const {
    return 0.5 * (Up(last, last) - Up(first, last) - Up(last, first) + Up(first, first));
  }

 private:
  // Of the first `rows` values to the first `columns` values.
  double Up(size_t rows, size_t columns) const { return sums_[rows * width_ + columns]; }

  size_t width_ = 0;
  std::vector<double> sums_;
};

// The scaled energy distance of two sets of values, by the sums of distances within and between.
double Divergence(double left, double right, double within_left, double within_right,
                  double between) {
  const auto pairs = [](double values) { return 0.5 * values * (values - 1); };
  const double energy =
      2 * between / (left * right) - within_left / pairs(left) - within_right / pairs(right);
  return left * right / (left + right) * energy;
}

// That of the values [at, end) and all others, before and after: what changed and was mended shows
// best against both.
double Apart(size_t at, size_t end, size_t all, const DistanceSums& sums) {
  // Of fewer values chance shows as clear a part inside too often.
  constexpr size_t kLeastAround = 10;
  if (end == all || all < kLeastAround) return 0;
  const double inner = sums.Within(at, end), whole = sums.Within(0, all);
  const double across = whole - sums.Within(0, end) - sums.Within(at, all) + inner;
  const double outer = sums.Within(0, at) + sums.Within(end, all) + across;
  return Divergence(static_cast<double>(end - at), static_cast<double>(all - (end - at)), inner,
                    outer, whole - inner - outer);
}

// Where the values before and after differ most: all values before the change, and those after it
// up to any end, as a later change may lead back; or those from the change to an end, and all
// others.
Split BestSplit(const std::vector<double>& ranks, DistanceSums& sums) {
  sums.Set(ranks);
  Split best;
  for (size_t at = kLeastValuesBesideChange; at + kLeastValuesBesideChange <= ranks.size(); ++at) {
    const double within_left = sums.Within(0, at);
    for (size_t end = at + kLeastValuesBesideChange; end <= ranks.size(); ++end) {
      const double within_right = sums.Within(at, end);
      const double between = sums.Within(0, end) - within_left - within_right;
      const double divergence = Divergence(static_cast<double>(at), static_cast<double>(end - at),
                                           within_left, within_right, between);
      if (divergence > best.divergence) best = {at, 0, divergence};
      const double apart = Apart(at, end, ranks.size(), sums);
      if (apart > best.divergence) best = {at, end, apart};
    }
  }
  return best;
}

// SplitMix64 (Steele, Lea and Flood 2014), which gives the same numbers everywhere.
class FixedRandom {
 public:
  uint64_t Next() {
    uint64_t bits = state_ += 0x9e3779b97f4a7c15;
    bits = (bits ^ (bits >> 30)) * 0xbf58476d1ce4e5b9;
    bits = (bits ^ (bits >> 27)) * 0x94d049bb133111eb;
    return bits ^ (bits >> 31);
  }
  void Shuffle(std::vector<double>& values) {
    for (size_t i = values.size(); i > 1; --i) std::swap(values[i - 1], values[Next() % i]);
  }

 private:
  uint64_t state_ = 26;
};

// How often a series in random order has a split like the best one.
double PValueOf(std::vector<double> ranks, const Split& best, DistanceSums& sums) {
  FixedRandom random;
  size_t alike = 0;
  for (size_t i = 0; i < kPermutations; ++i) {
    random.Shuffle(ranks);
    // Sums in another order round differently.
    if (BestSplit(ranks, sums).divergence >= best.divergence * (1 - 1e-9)) ++alike;
  }
  return static_cast<double>(alike + 1) / static_cast<double>(kPermutations + 1);
}

// The sum of the distances to the median.
double SpreadOf(std::span<const double> values) {
  std::vector<double> sorted(values.begin(), values.end());
  std::sort(sorted.begin(), sorted.end());
  double spread = 0;
  for (const double value : sorted) spread += std::abs(value - sorted[sorted.size() / 2]);
  return spread;
}

// Moves each change to where the values between its neighbours lie nearest to the medians before
// and after: ranks tell whether there is a change, but not exactly where.
void Refine(std::span<const double> values, std::vector<ChangePoint>& changes) {
  for (size_t i = 0; i < changes.size(); ++i) {
    const size_t first = i > 0 ? changes[i - 1].first : 0;
    const size_t last = i + 1 < changes.size() ? changes[i + 1].first : values.size();
    const std::span<const double> part = values.subspan(first, last - first);
    double least = std::numeric_limits<double>::infinity();
    for (size_t at = kLeastValuesBesideChange; at + kLeastValuesBesideChange <= part.size(); ++at) {
      const double spread = SpreadOf(part.first(at)) + SpreadOf(part.subspan(at));
      if (spread >= least) continue;
      least = spread;
      changes[i].first = first + at;
    }
  }
}

}  // namespace

std::vector<ChangePoint> FindChangePoints(std::span<const double> values) {
  std::vector<ChangePoint> found;
  DistanceSums sums;
  std::vector<std::pair<size_t, size_t>> left = {{0, values.size()}};
  while (!left.empty()) {
    const auto [first, last] = left.back();
    left.pop_back();
    if (last - first < 2 * kLeastValuesBesideChange) continue;
    const std::vector<double> ranks = RanksOf(values.subspan(first, last - first));
    const Split split = BestSplit(ranks, sums);
    if (split.at == 0) continue;
    const double p_value = PValueOf(ranks, split, sums);
    if (p_value >= kChangePValue) continue;
    const size_t middle = first + split.at;
    found.push_back({middle, p_value});
    left.emplace_back(first, middle);
    const size_t end = first + split.end;
    if (split.end == 0 || last - end < kLeastValuesBesideChange) {
      left.emplace_back(middle, last);
      continue;
    }
    // What differs from all before and after begins there, and ends.
    found.push_back({end, p_value});
    left.emplace_back(middle, end);
    left.emplace_back(end, last);
  }
  std::sort(found.begin(), found.end(),
            [](const ChangePoint& a, const ChangePoint& b) { return a.first < b.first; });
  Refine(values, found);
  return found;
}

}  // namespace profiler
