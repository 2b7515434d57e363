#ifndef PROFILER_COMPARE_STATS_DIFFERENCES_H_
#define PROFILER_COMPARE_STATS_DIFFERENCES_H_

#include <cstddef>
#include <vector>

namespace profiler {

// All differences next[j] - base[i], as if they were sorted. Both samples must be sorted and not
// empty, and must outlive this.
class Differences {
 public:
  Differences(const std::vector<double>& base, const std::vector<double>& next);

  size_t size() const { return base_.size() * next_.size(); }
  // Takes time O((n + m) log(nm)) on average, not O(nm).
  double AtRank(size_t rank) const;
  // The mean of the two in the middle if their number is even.
  double Median() const;

 private:
  // Differences with none between them left out, in any order, and how many are smaller than all.
  struct Around {
    std::vector<double> values;
    size_t smaller;
  };
  // At most `few_`, with that at the rank.
  Around AroundRank(size_t rank) const;

  const std::vector<double>&base_, &next_;
  const size_t few_;            // so few candidates are sorted
  std::vector<double> sample_;  // of all, sorted; empty if all are few
};

}  // namespace profiler

#endif  // PROFILER_COMPARE_STATS_DIFFERENCES_H_
