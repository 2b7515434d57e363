#ifndef PROFILER_COMPARE_STATS_DIFFERENCES_H_
#define PROFILER_COMPARE_STATS_DIFFERENCES_H_

#include <array>
#include <cstddef>
#include <vector>

#include "absl/container/inlined_vector.h"
#include "profiler/compare/stats/rank_search.h"

namespace profiler {

// All differences next[j] - base[i], as if they were sorted.
class Differences {
 public:
  // Both samples must be sorted and not empty, and no difference may be infinite.
  Differences(const std::vector<double>& base, const std::vector<double>& next);

  size_t size() const { return size_; }
  SamplePair samples() const { return {base_, next_}; }

  struct Middle {
    double low, median, high;
  };
  // The median, which is the mean of the two in the middle if their number is even, and the two
  // that have `outside` differences below and above them. Takes time O((n + m) log(nm)) on average,
  // not O(nm).
  Middle Find(size_t outside) const;

  // The medians of so many, of samples of the same sizes, in little more time than one.
  static constexpr size_t kAtOnce = RankSearches::kCount;
  static std::array<double, kAtOnce> FindMedians(const std::array<const Differences*, kAtOnce>& of);

 private:
  size_t size_;
  absl::InlinedVector<double, kUsualSteps + kRankPadding> base_, next_;  // infinities at the end
};

}  // namespace profiler

#endif  // PROFILER_COMPARE_STATS_DIFFERENCES_H_
