#ifndef PROFILER_COMPARE_PAIRING_PAIR_COST_H_
#define PROFILER_COMPARE_PAIRING_PAIR_COST_H_

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <mutex>
#include <vector>

#include "profiler/compare/row_pairs.h"

namespace profiler {

inline constexpr double kGapCost = 1;  // of a row without a partner

// How unlikely it is that two rows of one stem are the same thing. Pairs that cost more than two
// rows without a partner are no pairs. Threads may share it.
class PairCosts {
 public:
  // What costs depend on. Texts are numbers, as rows of long lists are compared with hundreds of
  // others each; 0 is an empty text.
  struct Row {
    double log_time = 0;
    uint32_t name = 0, framework_op = 0, category = 0, shape = 0;
  };

  // `fill_times` is called before times of rows are read.
  PairCosts(const std::vector<PairedRow>& base, const std::vector<PairedRow>& next,
            const std::function<void()>& fill_times)
      : base_(base), next_(next), fill_times_(fill_times) {}

  const Row& BaseRow(size_t row) const { return rows().base[row]; }
  const Row& NewRow(size_t row) const { return rows().next[row]; }
  // Of the base's row and the new one.
  double Of(const Row& a, const Row& b) const {
    const double log = b.log_time - a.log_time;
    const double of_times =
        std::max(0.0, std::min(std::abs(log), std::abs(log - log_of_all_)) - kNoiseOfTimes);
    const double of_facts = (Differ(a.framework_op, b.framework_op) ? kOtherFrameworkOp : 0) +
                            (Differ(a.category, b.category) ? kOtherCategory : 0) +
                            (Differ(a.shape, b.shape) ? kOtherShape : 0);
    if (a.name == b.name) return std::min(of_times, kMostForSameName) + of_facts;
    return of_times + of_facts + kOtherName;
  }
  double Of(size_t base_row, size_t new_row) const {
    return Of(BaseRow(base_row), NewRow(new_row));
  }
  // Of all pairs, and of rows without a partner.
  double OfAll(const std::vector<RowPair>& pairs) const;
  // Without the latter.
  double OfPairs(const std::vector<RowPair>& pairs) const;
  bool SameName(size_t base_row, size_t new_row) const {
    return base_[base_row].name == next_[new_row].name;
  }
  double LogTime(const RowPair& lone) const {
    return lone.base ? BaseRow(*lone.base).log_time : NewRow(*lone.next).log_time;
  }

 private:
  // Logarithms of ratios: times that differ by less cost nothing, so that noise does not move rows.
  static constexpr double kNoiseOfTimes = 0.1;
  static constexpr double kOtherName = 0.05, kOtherShape = 0.3, kOtherCategory = 1,
                          kOtherFrameworkOp = 2;
  // A row of the same name may become far slower.
  static constexpr double kMostForSameName = 1.5;

  struct Rows {
    std::vector<Row> base, next;
  };

  static bool Differ(uint32_t a, uint32_t b) { return a != b && a != 0 && b != 0; }
  // Made when they are first asked for.
  const Rows& rows() const {
    std::call_once(are_made_, [this] { MakeRows(); });
    return rows_;
  }
  void MakeRows() const;

  const std::vector<PairedRow>&base_, &next_;
  const std::function<void()>& fill_times_;
  mutable std::once_flag are_made_;
  mutable Rows rows_;
  mutable double log_of_all_ = 0;  // of the ratio of all rows' times
};

}  // namespace profiler

#endif  // PROFILER_COMPARE_PAIRING_PAIR_COST_H_
