#include "profiler/compare/stats/differences.h"

#include <algorithm>
#include <limits>
#include <numeric>

namespace profiler {
namespace {

// Pivots are chosen of so many candidates.
constexpr size_t kSampled = 63;

// The differences that may still be the result: for each item of `base`, those with the items
// [first, end) of `next`.
class Candidates {
 public:
  Candidates(const std::vector<double>& base, const std::vector<double>& next)
      : base_(base),
        next_(next),
        first_(base.size(), 0),
        end_(base.size(), next.size()),
        count_(base.size() * next.size()) {}

  size_t count() const { return count_; }
  // How many differences are smaller than all of them.
  size_t smaller() const { return smaller_; }

  // Some, evenly spread over the items, and sorted.
  std::vector<double> Sample() const {
    std::vector<double> sample(kSampled);
    size_t row = 0, passed = 0;
    for (size_t k = 0; k < kSampled; ++k) {
      const size_t at = (2 * k + 1) * count_ / (2 * kSampled);
      while (at - passed >= end_[row] - first_[row]) passed += end_[row] - first_[row], ++row;
      sample[k] = next_[first_[row] + at - passed] - base_[row];
    }
    std::sort(sample.begin(), sample.end());
    return sample;
  }

  // Keeps those on the side of the pivot where the rank is. Returns whether the result is below it.
  bool SplitBelow(double pivot, size_t rank) {
    return Split([=](double difference) { return difference < pivot; }, rank);
  }
  bool SplitUpTo(double pivot, size_t rank) {
    return Split([=](double difference) { return difference <= pivot; }, rank);
  }

  double AtRank(size_t rank) const {
    std::vector<double> all;
    all.reserve(count_);
    for (size_t i = 0; i < base_.size(); ++i) {
      for (size_t j = first_[i]; j < end_[i]; ++j) all.push_back(next_[j] - base_[i]);
    }
    const auto at = all.begin() + static_cast<ptrdiff_t>(rank - smaller_);
    std::nth_element(all.begin(), at, all.end());
    return *at;
  }

 private:
  template <typename IsBelow>
  bool Split(const IsBelow& is_below, size_t rank) {
    std::vector<size_t> places(base_.size());
    size_t below = 0;
    for (size_t i = 0; i < base_.size(); ++i) {
      // A binary search without branches, as the next branch could not be guessed.
      size_t at = first_[i], size = end_[i] - at;
      for (; size > 1; size -= size / 2) {
        at += is_below(next_[at + size / 2 - 1] - base_[i]) ? size / 2 : 0;
      }
      if (size == 1) at += is_below(next_[at] - base_[i]) ? 1 : 0;
      places[i] = at;
      below += at;
    }
    const bool is_result_below = below > rank;
    (is_result_below ? end_ : first_) = std::move(places);
    smaller_ = std::accumulate(first_.begin(), first_.end(), size_t{0});
    count_ = std::accumulate(end_.begin(), end_.end(), size_t{0}) - smaller_;
    return is_result_below;
  }

  const std::vector<double>&base_, &next_;
  std::vector<size_t> first_, end_;
  size_t count_, smaller_ = 0;
};

}  // namespace

Differences::Differences(const std::vector<double>& base, const std::vector<double>& next)
    : base_(base), next_(next), few_(2 * (base.size() + next.size())) {
  if (size() > few_) sample_ = Candidates(base, next).Sample();
}

double Differences::AtRank(size_t rank) const {
  Candidates left(base_, next_);
  while (left.count() > few_) {
    const size_t before = left.count();
    const std::vector<double> sample = before == size() ? sample_ : left.Sample();
    const size_t at = (rank - left.smaller()) * kSampled / before;
    if (!left.SplitBelow(sample[at - std::min<size_t>(at, 1)], rank)) {
      left.SplitUpTo(sample[std::min(at + 1, kSampled - 1)], rank);
    }
    // Many are equal: a single pivot is the result, or leaves all of its equals out.
    const double pivot = sample[at];
    if (left.count() > before / 2 && !left.SplitBelow(pivot, rank) && left.SplitUpTo(pivot, rank)) {
      return pivot;
    }
  }
  return left.AtRank(rank);
}

double Differences::Median() const {
  const double upper = AtRank(size() / 2);
  if (size() % 2 == 1) return upper;
  // The greatest of the smaller ones, unless others equal it.
  double lower = -std::numeric_limits<double>::infinity();
  size_t smaller = 0, j = 0;
  for (const double of_base : base_) {
    while (j < next_.size() && next_[j] - of_base < upper) ++j;
    smaller += j;
    if (j > 0) lower = std::max(lower, next_[j - 1] - of_base);
  }
  return smaller < size() / 2 ? upper : (upper + lower) / 2;
}

}  // namespace profiler
