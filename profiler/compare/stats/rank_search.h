// Searches for differences of a rank among all next[j] - base[i] of two sorted samples, without
// making them all.
#ifndef PROFILER_COMPARE_STATS_RANK_SEARCH_H_
#define PROFILER_COMPARE_STATS_RANK_SEARCH_H_

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <span>

#include "absl/container/inlined_vector.h"

namespace profiler {

// Samples of fewer steps need no memory of their own.
inline constexpr size_t kUsualSteps = 64;
inline constexpr size_t kRankPadding = 4;  // infinities at the end of a sample
// So many differences are left at the end of a search, and are sorted.
inline constexpr size_t kFewLeft = 64;

// Two sorted samples, with infinities at the end. Neither is empty, no difference is infinite.
struct SamplePair {
  std::span<const double> base, next;

  size_t base_size() const { return base.size() - kRankPadding; }
  size_t next_size() const { return next.size() - kRankPadding; }
  size_t count() const { return base_size() * next_size(); }
};

// Divides the differences into those below the limit and the others.
struct Border {
  double limit = 0;
  size_t below = 0;  // how many are
  uint32_t* places;  // for each item of `base`, with how many items of `next` they are
};

// The search for the difference of a rank: those from one border to another that may be it.
class RankSearch {
 public:
  static constexpr size_t kBorders = 4;

  // `places` has room for those of the borders, all 0.
  RankSearch(const SamplePair& samples, size_t rank, uint32_t* places);
  RankSearch(const RankSearch&) = delete;
  RankSearch& operator=(const RankSearch&) = delete;

  const SamplePair& samples() const { return samples_; }
  // Few are left, or all that are left are equal.
  bool is_done() const { return count() <= kFewLeft || are_equal(); }

  // Sets the limits of the next two borders, by differences that are spread evenly over all.
  void SetLimits(std::span<const double> spread);
  // The same, as if what is left were spread evenly.
  void SetLimits();

  Border* first() { return first_; }
  Border* last() { return last_; }

  // Leaves those below the next two borders, between them or above: wherever the rank is.
  void Narrow();

  // What is left, and the rank's place in it once it is sorted.
  class Left {
   public:
    Left(const SamplePair& samples, const Border& from, const Border& to, size_t place);
    // All are equal.
    Left(double value, size_t place) : size_(std::min<size_t>(place, 1) + 1), place_(size_ - 1) {
      values_[0] = values_[1] = value;
    }

    std::span<double> values() { return {values_.data(), size_}; }
    double value() const { return values_[place_]; }
    bool has_value_before() const { return place_ > 0; }
    double value_before() const { return values_[place_ - 1]; }

   private:
    std::array<double, kFewLeft + kRankPadding> values_;
    size_t size_ = 0, place_;
  };
  Left TakeLeft() const;

 private:
  size_t count() const { return to_->below - from_->below; }
  bool are_equal() const;
  // Where many are equal or some are far away: one is the result, or it is left out.
  void IsolateOne();

  const SamplePair& samples_;
  const size_t rank_;
  std::array<Border, kBorders> borders_;
  Border *from_ = &borders_[0], *to_ = &borders_[1];
  Border *first_ = &borders_[2], *last_ = &borders_[3];
  size_t before_ = 0;  // the number of differences before the last Narrow()
};

// Searches that are done side by side, as the steps of one wait for each other: for several ranks
// of two samples, or for a rank of several pairs, all of the same sizes.
class RankSearches {
 public:
  static constexpr size_t kCount = 3;

  RankSearches(const SamplePair& samples, const std::array<size_t, kCount>& ranks)
      : RankSearches({&samples, &samples, &samples}, ranks) {}
  RankSearches(const std::array<const SamplePair*, kCount>& samples,
               const std::array<size_t, kCount>& ranks);

  void Run();
  RankSearch::Left TakeLeft(size_t search) const { return searches_[search].TakeLeft(); }

 private:
  uint32_t* PlacesOf(size_t search, const SamplePair& samples) {
    return places_.data() + search * RankSearch::kBorders * samples.base.size();
  }
  void SetFirstLimits();

  absl::InlinedVector<uint32_t, kCount * RankSearch::kBorders*(kUsualSteps + kRankPadding)> places_;
  std::array<RankSearch, kCount> searches_;
};

}  // namespace profiler

#endif  // PROFILER_COMPARE_STATS_RANK_SEARCH_H_
