#include "profiler/compare/pairing/alignment.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>

namespace profiler {
namespace {

constexpr ptrdiff_t kMostDecisions = 4'000'000;  // of the table of decisions, a byte each
constexpr ptrdiff_t kLeastBand = 8;

enum Decision : uint8_t { kPairBoth, kSkipBase, kSkipNew };

// Finds the cheapest alignment of two lists: row by row of a table, of which only a band around the
// diagonal is filled.
class Aligner {
 public:
  Aligner(const size_t* base_rows, ptrdiff_t base_count, const size_t* new_rows,
          ptrdiff_t new_count, const PairCosts& costs)
      : base_rows_(base_rows),
        new_rows_(new_rows),
        base_count_(base_count),
        new_count_(new_count),
        costs_(costs) {
    const ptrdiff_t band = std::max(
        kLeastBand, (kMostDecisions / (base_count + 1) - std::abs(new_count - base_count)) / 2);
    low_ = std::min<ptrdiff_t>(0, new_count - base_count) - band;
    high_ = std::max<ptrdiff_t>(0, new_count - base_count) + band;
    low_ = std::max(low_, -base_count);
    high_ = std::min(high_, new_count);
  }

  // Whether the table is small enough. It is not if the lists have very different lengths.
  bool Fits() const { return (base_count_ + 1) * Width() <= 4 * kMostDecisions; }

  void Append(std::vector<RowPair>& pairs) {
    Fill();
    const size_t first = pairs.size();
    ptrdiff_t i = base_count_, j = new_count_;
    while (i > 0 || j > 0) {
      const Decision decision = decisions_[static_cast<size_t>(At(i, j))];
      RowPair pair;
      if (decision != kSkipNew) pair.base = base_rows_[--i];
      if (decision != kSkipBase) pair.next = new_rows_[--j];
      pairs.push_back(pair);
    }
    std::reverse(pairs.begin() + static_cast<ptrdiff_t>(first), pairs.end());
  }

 private:
  ptrdiff_t Width() const { return high_ - low_ + 1; }
  ptrdiff_t At(ptrdiff_t i, ptrdiff_t j) const { return i * Width() + (j - i - low_); }

  void Fill() {
    constexpr double kNever = std::numeric_limits<double>::infinity();
    decisions_.assign(static_cast<size_t>((base_count_ + 1) * Width()), kPairBoth);
    std::vector<double> above, here;  // by column of the band
    for (ptrdiff_t i = 0; i <= base_count_; ++i) {
      above.swap(here);
      here.assign(static_cast<size_t>(std::min(new_count_ + 1, Width())), kNever);
      const ptrdiff_t first = std::max<ptrdiff_t>(0, i + low_);
      const ptrdiff_t last = std::min(new_count_, i + high_);
      const ptrdiff_t first_above = std::max<ptrdiff_t>(0, i - 1 + low_);
      for (ptrdiff_t j = first; j <= last; ++j) {
        const auto cost_above = [&](ptrdiff_t column) -> double {
          const ptrdiff_t at = column - first_above;
          const bool is_known = i > 0 && at >= 0 && column <= std::min(new_count_, i - 1 + high_);
          if (!is_known) return kNever;
          return above[static_cast<size_t>(at)];
        };
        double best = i == 0 && j == 0 ? 0 : kNever;
        Decision decision = kPairBoth;
        const auto offer = [&](double cost, Decision by) {
          if (cost >= best) return;
          best = cost;
          decision = by;
        };
        if (i > 0 && j > 0) {
          const double cost = cost_above(j - 1);
          if (cost < kNever)
            offer(cost + costs_.Of(base_rows_[i - 1], new_rows_[j - 1]), kPairBoth);
        }
        offer(cost_above(j) + kGapCost, kSkipBase);
        if (j > first) offer(here[static_cast<size_t>(j - 1 - first)] + kGapCost, kSkipNew);
        here[static_cast<size_t>(j - first)] = best;
        decisions_[static_cast<size_t>(At(i, j))] = decision;
      }
    }
  }

  const size_t *base_rows_, *new_rows_;
  const ptrdiff_t base_count_, new_count_;
  const PairCosts& costs_;
  ptrdiff_t low_ = 0, high_ = 0;  // j - i of the band
  std::vector<Decision> decisions_;
};

}  // namespace

std::vector<RowPair> AlignRows(const std::vector<size_t>& base_rows,
                               const std::vector<size_t>& new_rows, const PairCosts& costs) {
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
  Aligner aligner(base_rows.data() + first, static_cast<ptrdiff_t>(base_count),
                  new_rows.data() + first, static_cast<ptrdiff_t>(new_count), costs);
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
