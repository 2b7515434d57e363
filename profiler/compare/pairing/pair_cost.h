#ifndef PROFILER_COMPARE_PAIRING_PAIR_COST_H_
#define PROFILER_COMPARE_PAIRING_PAIR_COST_H_

#include <functional>
#include <optional>
#include <vector>

#include "profiler/compare/row_pairs.h"

namespace profiler {

inline constexpr double kGapCost = 1;  // of a row without a partner

// How unlikely it is that two rows of one stem are the same thing. Pairs that cost more than two
// rows without a partner are no pairs.
class PairCosts {
 public:
  // `fill_times` is called before times of rows are read.
  PairCosts(const std::vector<PairedRow>& base, const std::vector<PairedRow>& next,
            const std::function<void()>& fill_times)
      : base_(base), next_(next), fill_times_(fill_times) {}

  double Of(size_t base_row, size_t new_row) const;
  // Of all pairs, and of rows without a partner.
  double OfAll(const std::vector<RowPair>& pairs) const;
  bool SameName(size_t base_row, size_t new_row) const {
    return base_[base_row].name == next_[new_row].name;
  }
  double LogTime(const RowPair& lone) const {
    return lone.base ? logs().of_base[*lone.base] : logs().of_next[*lone.next];
  }

 private:
  struct Logs {
    std::vector<double> of_base, of_next;  // logarithms of times
    double of_all = 0;                     // of the ratio of all rows' times
  };

  // Made when they are first asked for.
  const Logs& logs() const {
    if (!logs_) logs_ = TakeLogs();
    return *logs_;
  }
  Logs TakeLogs() const;

  const std::vector<PairedRow>&base_, &next_;
  const std::function<void()>& fill_times_;
  mutable std::optional<Logs> logs_;
};

}  // namespace profiler

#endif  // PROFILER_COMPARE_PAIRING_PAIR_COST_H_
