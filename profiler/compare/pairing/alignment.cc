#include "profiler/compare/pairing/alignment.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <limits>
#include <optional>
#include <span>

namespace profiler {
namespace {

constexpr ptrdiff_t kMostDecisions = 4'000'000;  // of the table of decisions, a byte each
constexpr ptrdiff_t kLeastBand = 8;

enum Decision : uint8_t { kPairBoth, kSkipBase, kSkipNew };

// Finds the cheapest alignment of two lists: row by row of a table, of which only a band around the
// diagonal is filled.
class Aligner {
 public:
  Aligner(std::span<const size_t> base_rows, std::span<const size_t> new_rows,
          const PairCosts& costs)
      : base_rows_(base_rows), new_rows_(new_rows), costs_(costs) {
    next_.reserve(new_rows.size());
    for (const size_t row : new_rows) next_.push_back(costs.NewRow(row));
    const ptrdiff_t longer = std::ssize(new_rows) - std::ssize(base_rows);
    const ptrdiff_t affordable =
        (kMostDecisions / (std::ssize(base_rows) + 1) - std::abs(longer)) / 2;
    const ptrdiff_t band = std::min(UsefulBand(), std::max(kLeastBand, affordable));
    low_ = std::max(std::min<ptrdiff_t>(0, longer) - band, -std::ssize(base_rows));
    high_ = std::min(std::max<ptrdiff_t>(0, longer) + band, std::ssize(new_rows));
  }

  // Whether the table is small enough. It is not if the lists have very different lengths.
  bool Fits() const { return (std::ssize(base_rows_) + 1) * Width() <= 4 * kMostDecisions; }

  void Append(std::vector<RowPair>& pairs) {
    Fill();
    const size_t first = pairs.size();
    size_t i = base_rows_.size(), j = new_rows_.size();
    while (i > 0 || j > 0) {
      const Decision decision = decisions_[At(i, j)];
      RowPair pair;
      if (decision != kSkipNew) pair.base = base_rows_[--i];
      if (decision != kSkipBase) pair.next = new_rows_[--j];
      pairs.push_back(pair);
    }
    std::reverse(pairs.begin() + static_cast<ptrdiff_t>(first), pairs.end());
  }

 private:
  ptrdiff_t Width() const { return high_ - low_ + 1; }
  // The place of a column of the row `i` in the band.
  ptrdiff_t InBand(size_t i, size_t j) const {
    return static_cast<ptrdiff_t>(j) - static_cast<ptrdiff_t>(i) - low_;
  }
  size_t At(size_t i, size_t j) const {
    return i * static_cast<size_t>(Width()) + static_cast<size_t>(InBand(i, j));
  }

  // The cheapest alignment costs no more than the one that pairs rows at equal places, and each row
  // that it is shifted by costs two gaps: one away from the diagonal, one back. It needs no wider
  // band than that.
  ptrdiff_t UsefulBand() const {
    double cost = 0;
    for (size_t i = 0; i < std::min(base_rows_.size(), new_rows_.size()); ++i) {
      cost += std::min(costs_.Of(costs_.BaseRow(base_rows_[i]), next_[i]), 2 * kGapCost);
    }
    return static_cast<ptrdiff_t>(cost / (2 * kGapCost)) + 1;
  }

  // In the row before, a cell's neighbour above is one place to the right in the band, and that
  // across is at its own place: one row of costs is enough, with a place at both ends that stays
  // out of reach.
  void Fill() {
    constexpr double kNever = std::numeric_limits<double>::infinity();
    decisions_.assign((base_rows_.size() + 1) * static_cast<size_t>(Width()), kPairBoth);
    std::vector<double> cost(static_cast<size_t>(Width()) + 2, kNever);
    for (size_t i = 0; i <= base_rows_.size(); ++i) {
      const auto in_table = static_cast<ptrdiff_t>(i);
      const auto first = static_cast<size_t>(std::max<ptrdiff_t>(0, in_table + low_));
      const auto last = static_cast<size_t>(std::min(std::ssize(new_rows_), in_table + high_));
      double* const here = cost.data() + 1 + InBand(i, first);
      Decision* const decision = &decisions_[At(i, first)];
      FillRow(i, first, last - first + 1, here, decision);
    }
  }

  void FillRow(size_t i, size_t first, size_t count, double* here, Decision* decision) const {
    size_t k = 0;
    if (first == 0) {
      here[0] = static_cast<double>(i) * kGapCost;
      if (i > 0) decision[0] = kSkipBase;
      ++k;
    }
    if (i == 0) {
      for (; k < count; ++k) {
        here[k] = here[k - 1] + kGapCost;
        decision[k] = kSkipNew;
      }
      return;
    }
    const PairCosts::Row base = costs_.BaseRow(base_rows_[i - 1]);
    for (; k < count; ++k) {
      double best = here[k] + costs_.Of(base, next_[first + k - 1]);
      Decision by = kPairBoth;
      if (const double skips = here[k + 1] + kGapCost; skips < best) {
        best = skips;
        by = kSkipBase;
      }
      if (const double skips = here[k - 1] + kGapCost; skips < best) {
        best = skips;
        by = kSkipNew;
      }
      here[k] = best;
      decision[k] = by;
    }
  }

  const std::span<const size_t> base_rows_, new_rows_;
  const PairCosts& costs_;
  std::vector<PairCosts::Row> next_;  // the new rows
  ptrdiff_t low_ = 0, high_ = 0;      // j - i of the band
  std::vector<Decision> decisions_;
};

}  // namespace

std::vector<RowPair> AlignRows(std::span<const size_t> base_rows, std::span<const size_t> new_rows,
                               const PairCosts& costs) {
  std::vector<RowPair> pairs;
  const auto is_kept = [&](size_t a, size_t b) {
    return costs.SameName(base_rows[a], new_rows[b]) && costs.Of(base_rows[a], new_rows[b]) == 0;
  };
  // What did not change at either end.
  size_t first = 0, same_at_end = 0;
  const size_t shorter = std::min(base_rows.size(), new_rows.size());
  while (first < shorter && is_kept(first, first)) ++first;
  while (first + same_at_end < shorter &&
         is_kept(base_rows.size() - 1 - same_at_end, new_rows.size() - 1 - same_at_end)) {
    ++same_at_end;
  }
  for (size_t i = 0; i < first; ++i) pairs.push_back({base_rows[i], new_rows[i]});
  const size_t base_count = base_rows.size() - first - same_at_end;
  const size_t new_count = new_rows.size() - first - same_at_end;
  Aligner aligner(base_rows.subspan(first, base_count), new_rows.subspan(first, new_count), costs);
  if (aligner.Fits()) {
    aligner.Append(pairs);
  } else {
    for (size_t i = 0; i < base_count; ++i) pairs.push_back({base_rows[first + i], std::nullopt});
    for (size_t i = 0; i < new_count; ++i) pairs.push_back({std::nullopt, new_rows[first + i]});
  }
  for (size_t i = same_at_end; i > 0; --i) {
    pairs.push_back({base_rows[base_rows.size() - i], new_rows[new_rows.size() - i]});
  }
  return pairs;
}

}  // namespace profiler
