#include "profiler/compare/stats/rank_test.h"

#include <algorithm>
#include <boost/math/distributions/normal.hpp>
#include <cmath>
#include <cstdint>
#include <limits>

#include "profiler/base/int128.h"
#include "profiler/compare/stats/differences.h"
#include "profiler/compare/stats/sort_values.h"

namespace profiler {
namespace {

// The exact distribution is used if the smaller sample has at most kFew items, as scipy does, and
// the larger one is small enough for exact counts.
constexpr size_t kFew = 8, kMostExact = 10000;
constexpr double kOutside = 0.05;  // the part outside of the interval, at both ends together

// P(U <= u) without ties. The numbers of arrangements with each U are the coefficients of the
// Gaussian binomial: the product of (1 - x^(m+i)) / (1 - x^i) for i = 1..n.
std::vector<double> CumulativeU(size_t few, size_t many) {
  std::vector<Int128> ways(few * many + 1, 0);
  ways[0] = 1;
  for (size_t i = 1; i <= few; ++i) {
    for (size_t u = ways.size(); u-- > many + i;) ways[u] -= ways[u - many - i];
    for (size_t u = i; u < ways.size(); ++u) ways[u] += ways[u - i];
  }
  double all = 0, so_far = 0;
  for (const Int128 count : ways) all += static_cast<double>(count);
  std::vector<double> cumulative;
  for (const Int128 count : ways) {
    so_far += static_cast<double>(count);
    cumulative.push_back(so_far / all);
  }
  return cumulative;
}

// Goes through all items of each pair of samples in order, of equal ones through those of `base`
// first. No branch depends on the values, which could not be guessed; the steps of a pair wait for
// each other, those of several pairs do not.
template <size_t kPairs>
std::array<Ranks, kPairs> RanksOf(const std::array<SamplePair, kPairs>& pairs) {
  struct SoFar {
    uint64_t twice_u = 0, third_of_ties = 0;
    size_t i = 0, j = 0, equal = 0, equal_in_base = 0;
    double previous = std::numeric_limits<double>::quiet_NaN();
  };
  std::array<SoFar, kPairs> all;
  const size_t items = pairs[0].base_size() + pairs[0].next_size();
  for (size_t item = 0; item < items; ++item) {
    for (size_t p = 0; p < kPairs; ++p) {
      SoFar& so_far = all[p];
      const double of_base = pairs[p].base[so_far.i], of_next = pairs[p].next[so_far.j];
      const double value = std::min(of_base, of_next);
      const size_t is_base = of_base <= of_next ? 1 : 0;
      const size_t is_equal = value == so_far.previous ? 1 : 0;
      so_far.equal = so_far.equal * is_equal + 1;
      so_far.equal_in_base = so_far.equal_in_base * is_equal + is_base;
      so_far.third_of_ties += so_far.equal * (so_far.equal - 1);
      so_far.twice_u += (2 * so_far.i - so_far.equal_in_base) * (1 - is_base);
      so_far.previous = value;
      so_far.i += is_base;
      so_far.j += 1 - is_base;
    }
  }
  std::array<Ranks, kPairs> ranks;
  for (size_t p = 0; p < kPairs; ++p) {
    ranks[p] = {static_cast<double>(all[p].twice_u) / 2,
                3 * static_cast<double>(all[p].third_of_ties)};
  }
  return ranks;
}

// Of U, which is at least half the number of pairs, by the normal approximation.
double NormalPValue(double u, double pairs, double variance) {
  constexpr double kContinuity = 0.5;
  const double z = (u - pairs / 2 - kContinuity) / std::sqrt(variance);
  return std::min(1.0, 2 * boost::math::cdf(complement(boost::math::normal(), z)));
}

// Sorts both. Whether they can be compared.
bool Prepare(std::vector<double>& base, std::vector<double>& next) {
  if (base.empty() || next.empty()) return false;
  for (std::vector<double>* const sample : {&base, &next}) {
    if (!std::is_sorted(sample->begin(), sample->end())) SortValues(*sample);
  }
  return std::isfinite(next.back() - base.front()) && std::isfinite(next.front() - base.back());
}

}  // namespace

RankTest::RankTest(size_t base_size, size_t new_size) : base_size_(base_size), new_size_(new_size) {
  if (base_size == 0 || new_size == 0) return;
  const auto n = static_cast<double>(base_size), m = static_cast<double>(new_size);
  const size_t few = std::min(base_size, new_size), many = std::max(base_size, new_size);
  if (few <= kFew && many <= kMostExact) {
    cumulative_ = CumulativeU(few, many);
    // The largest rank below which lies at most half of what is outside.
    while (low_rank_ < cumulative_.size() && cumulative_[low_rank_] <= kOutside / 2) ++low_rank_;
    has_interval_ = low_rank_ > 0;
    if (has_interval_) --low_rank_;
    least_p_value_ = std::min(1.0, 2 * cumulative_.front());
    return;
  }
  const double z = boost::math::quantile(boost::math::normal(), 1 - kOutside / 2);
  low_rank_ = static_cast<size_t>(
      std::max(0.0, std::floor(n * m / 2 - z * std::sqrt(n * m * (n + m + 1) / 12))));
  has_interval_ = true;
  least_p_value_ = NormalPValue(n * m, n * m, n * m * (n + m + 1) / 12);
}

double RankTest::PValue(const Ranks& ranks) const {
  const auto n = static_cast<double>(base_size_), m = static_cast<double>(new_size_);
  const double larger = std::max(ranks.u, n * m - ranks.u);
  if (ranks.ties == 0 && !cumulative_.empty()) {
    return std::min(1.0, 2 * cumulative_[static_cast<size_t>(n * m - larger)]);
  }
  const double all = n + m;
  const double variance = n * m / 12 * (all + 1 - ranks.ties / (all * (all - 1)));
  if (!(variance > 0)) return 1;  // all items are equal
  return NormalPValue(larger, n * m, variance);
}

RankComparison RankTest::Compare(std::vector<double>& base, std::vector<double>& next) const {
  RankComparison result;
  if (!Prepare(base, next)) return result;
  const Differences differences(base, next);
  const auto [low, median, high] =
      differences.Find(has_interval_ ? low_rank_ : differences.size() / 2);
  result.shift = median;
  result.p_value = PValue(RanksOf<1>({differences.samples()})[0]);
  if (!has_interval_) return result;
  result.low = low;
  result.high = high;
  return result;
}

std::array<RankComparison, RankTest::kAtOnce> RankTest::CompareShifts(
    const std::array<Samples, kAtOnce>& of) const {
  std::array<RankComparison, kAtOnce> results;
  const bool are_ready = std::all_of(of.begin(), of.end(), [](const Samples& samples) {
    return Prepare(*samples.base, *samples.next);
  });
  if (!are_ready) {
    for (size_t i = 0; i < kAtOnce; ++i) {
      results[i] = Compare(*of[i].base, *of[i].next);
      results[i].low = results[i].high = kAbsentReal;
    }
    return results;
  }
  const std::array differences = {Differences(*of[0].base, *of[0].next),
                                  Differences(*of[1].base, *of[1].next),
                                  Differences(*of[2].base, *of[2].next)};
  const std::array medians =
      Differences::FindMedians({&differences[0], &differences[1], &differences[2]});
  const std::array ranks = RanksOf<kAtOnce>(
      {differences[0].samples(), differences[1].samples(), differences[2].samples()});
  for (size_t i = 0; i < kAtOnce; ++i) {
    results[i].shift = medians[i];
    results[i].p_value = PValue(ranks[i]);
  }
  return results;
}

}  // namespace profiler
