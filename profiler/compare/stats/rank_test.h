// Compares two samples by ranks: the Mann-Whitney test and the Hodges-Lehmann shift. Both are
// robust to outliers, such as a first step that warms up. docs/metrics.md has the formulas and
// sources.
#ifndef PROFILER_COMPARE_STATS_RANK_TEST_H_
#define PROFILER_COMPARE_STATS_RANK_TEST_H_

#include <array>
#include <cstddef>
#include <vector>

#include "profiler/base/value.h"
#include "profiler/compare/stats/differences.h"

namespace profiler {

struct RankComparison {
  double shift = kAbsentReal;                    // the median of all differences new - base
  double low = kAbsentReal, high = kAbsentReal;  // NaN if the samples are too small for 95 %
  double p_value = 1;                            // two-sided
};

// U, the number of pairs in which `next` is larger, with ties as one half, and the sum of t^3 - t
// over groups of t equal items.
struct Ranks {
  double u = 0, ties = 0;
};

// The test for samples of two sizes. What depends on the sizes alone is computed once, so that one
// object compares many rows. Safe to use from several threads.
class RankTest {
 public:
  RankTest(size_t base_size, size_t new_size);

  // Sorts both samples, which must have the sizes of the test and no NaN.
  RankComparison Compare(std::vector<double>& base, std::vector<double>& next) const;

  // The same of several rows at once, without intervals, which take most of the time.
  static constexpr size_t kAtOnce = Differences::kAtOnce;
  struct Samples {
    std::vector<double>*base, *next;
  };
  std::array<RankComparison, kAtOnce> CompareShifts(const std::array<Samples, kAtOnce>& of) const;

  // Whether samples of these sizes can have a 95 % interval.
  bool has_interval() const { return has_interval_; }
  // The least p-value that samples of these sizes can have, however far they are apart.
  double least_p_value() const { return least_p_value_; }

 private:
  double PValue(const Ranks& ranks) const;

  size_t base_size_, new_size_;
  // By u: the probability that U is at most u. Empty if the normal approximation is used.
  std::vector<double> cumulative_;
  bool has_interval_ = false;
  double least_p_value_ = 1;
  size_t low_rank_ = 0;  // of the interval's lower end among all sorted differences
};

}  // namespace profiler

#endif  // PROFILER_COMPARE_STATS_RANK_TEST_H_
