#ifndef PROFILER_COMPARE_PAIRING_PAIR_COST_H_
#define PROFILER_COMPARE_PAIRING_PAIR_COST_H_

#include <vector>

#include "profiler/compare/row_pairs.h"

namespace profiler {

inline constexpr double kGapCost = 1;  // of a row without a partner

// How unlikely it is that two rows of one stem are the same thing. Pairs that cost more than two
// rows without a partner are no pairs.
class PairCosts {
 public:
  PairCosts(const std::vector<PairedRow>& base, const std::vector<PairedRow>& next);

  double Of(size_t base_row, size_t new_row) const;
  // Of all pairs, and of rows without a partner.
  double OfAll(const std::vector<RowPair>& pairs) const;
  bool SameName(size_t base_row, size_t new_row) const {
    return base_[base_row].name == next_[new_row].name;
  }
  double LogTime(const RowPair& lone) const {
    return lone.base ? base_logs_[*lone.base] : new_logs_[*lone.next];
  }

 private:
  const std::vector<PairedRow>&base_, &next_;
  std::vector<double> base_logs_, new_logs_;  // logarithms of times
  double log_of_all_ = 0;                     // of the ratio of all rows' times
};

}  // namespace profiler

#endif  // PROFILER_COMPARE_PAIRING_PAIR_COST_H_
