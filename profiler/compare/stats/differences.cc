#include "profiler/compare/stats/differences.h"

#include <algorithm>
#include <cstdint>
#include <utility>

#include "absl/container/inlined_vector.h"

namespace profiler {
namespace {

// Pivots are chosen of so many candidates.
constexpr size_t kSampled = 63;
// So many steps need no memory of their own.
constexpr size_t kUsualSize = 64;

using Places = absl::InlinedVector<uint32_t, kUsualSize>;

// The differences that may still be the result: for each item of `base`, those with the items
// [first, end) of `next`.
class Candidates {
 public:
  Candidates(const std::vector<double>& base, const std::vector<double>& next)
      : base_(base),
        next_(next),
        first_(base.size(), 0),
        end_(base.size(), static_cast<uint32_t>(next.size())),
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

  // Keeps those below `low`, those from `low` to `high`, or those above `high`: wherever the rank
  // is. Returns whether it is between.
  bool Narrow(double low, double high, size_t rank) {
    Places below(base_.size()), above(base_.size());
    size_t all_below = 0, all_up_to = 0;
    for (size_t i = 0; i < base_.size(); ++i) {
      const double of_base = base_[i];
      uint32_t at = first_[i], past = at;
      // Binary searches without branches, as the next branch could not be guessed.
      for (uint32_t size = end_[i] - at; size > 0; size -= (size + 1) / 2) {
        const uint32_t half = (size + 1) / 2;
        at += next_[at + half - 1] - of_base < low ? half : 0;
        past += next_[past + half - 1] - of_base <= high ? half : 0;
      }
      below[i] = at;
      above[i] = past;
      all_below += at;
      all_up_to += past;
    }
    const bool is_between = all_below <= rank && rank < all_up_to;
    if (all_below > rank) {
      end_ = std::move(below);
      count_ = all_below - smaller_;
    } else if (!is_between) {
      count_ -= all_up_to - smaller_;
      smaller_ = all_up_to;
      first_ = std::move(above);
    } else {
      first_ = std::move(below);
      end_ = std::move(above);
      smaller_ = all_below;
      count_ = all_up_to - all_below;
    }
    return is_between;
  }

  std::vector<double> All() const {
    std::vector<double> all(count_);
    size_t at = 0;
    for (size_t i = 0; i < base_.size(); ++i) {
      for (size_t j = first_[i]; j < end_[i]; ++j) all[at++] = next_[j] - base_[i];
    }
    return all;
  }

 private:
  const std::vector<double>&base_, &next_;
  Places first_, end_;
  size_t count_, smaller_ = 0;
};

}  // namespace

Differences::Differences(const std::vector<double>& base, const std::vector<double>& next)
    : base_(base), next_(next), few_(2 * (base.size() + next.size())) {
  if (size() <= few_) return;
  sample_.reserve(kSampled);
  for (size_t k = 0; k < kSampled; ++k) {
    const size_t at = (2 * k + 1) * size() / (2 * kSampled);
    sample_.push_back(next[at % next.size()] - base[at / next.size()]);
  }
  std::sort(sample_.begin(), sample_.end());
}

Differences::Around Differences::AroundRank(size_t rank) const {
  Candidates left(base_, next_);
  while (left.count() > few_) {
    const size_t before = left.count();
    const std::vector<double> sample = before == size() ? sample_ : left.Sample();
    const size_t at = (rank - left.smaller()) * kSampled / before;
    left.Narrow(sample[at - std::min<size_t>(at, 1)], sample[std::min(at + 1, kSampled - 1)], rank);
    if (left.count() <= before / 2) continue;
    // Many are equal: a single pivot is the result, or leaves all of its equals out.
    if (left.Narrow(sample[at], sample[at], rank)) return {{sample[at]}, rank};
  }
  return {left.All(), left.smaller()};
}

double Differences::AtRank(size_t rank) const {
  Around around = AroundRank(rank);
  const auto at = around.values.begin() + static_cast<ptrdiff_t>(rank - around.smaller);
  std::nth_element(around.values.begin(), at, around.values.end());
  return *at;
}

double Differences::Median() const {
  const size_t rank = size() / 2;
  Around around = AroundRank(rank);
  const auto at = around.values.begin() + static_cast<ptrdiff_t>(rank - around.smaller);
  std::nth_element(around.values.begin(), at, around.values.end());
  if (size() % 2 == 1) return *at;
  const bool holds_lower = at != around.values.begin();
  const double lower =
      holds_lower ? *std::max_element(around.values.begin(), at) : AtRank(rank - 1);
  return (*at + lower) / 2;
}

}  // namespace profiler
