#include "profiler/compare/stats/differences.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <limits>
#include <numeric>
#include <span>
#include <utility>

#include "profiler/compare/stats/sort_values.h"

namespace profiler {
namespace {

constexpr double kNoLimit = std::numeric_limits<double>::infinity();
constexpr size_t kFewLeft = 64;  // so many differences are sorted
constexpr size_t kGrid = 8;      // items of each sample by which the first limits are chosen
constexpr size_t kBeside = 2;    // of their differences, on each side of what is searched for
constexpr size_t kSome = 15;     // differences of which one is the limit where others fail
constexpr size_t kSearched = 3;  // ranks that are searched for at once
constexpr size_t kPadding = 4;   // infinities at the end of a sample

// Sorted values are at most so many.
static_assert(kGrid * kGrid <= kFewLeft);

double NextAbove(double value) { return std::nextafter(value, kNoLimit); }

// Two sorted samples, with infinities at the end.
struct SamplePair {
  std::span<const double> base, next;

  size_t base_size() const { return base.size() - kPadding; }
  size_t next_size() const { return next.size() - kPadding; }
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
  RankSearch(const SamplePair& samples, size_t rank, uint32_t* places)
      : samples_(samples), rank_(rank) {
    for (Border& border : borders_) {
      border.places = places;
      places += samples.base.size();
    }
    from_->limit = samples.next[0] - samples.base[samples.base_size() - 1];
    to_->limit = NextAbove(samples.next[samples.next_size() - 1] - samples.base[0]);
    std::fill_n(to_->places, samples.base_size(), static_cast<uint32_t>(samples.next_size()));
    to_->below = samples.count();
  }
  RankSearch(const RankSearch&) = delete;
  RankSearch& operator=(const RankSearch&) = delete;

  // Few are left, or all that are left are equal.
  bool is_done() const { return count() <= kFewLeft || are_equal(); }

  // Sets the limits of the next two borders, by differences that are spread evenly over all.
  void SetLimits(std::span<const double> spread) {
    const size_t at = rank_ * spread.size() / samples_.count();
    first_->limit = spread[at - std::min(at, kBeside)];
    last_->limit = NextAbove(spread[std::min(at + kBeside, spread.size() - 1)]);
  }

  // The same, as if what is left were spread evenly.
  void SetLimits() {
    if (count() > before_ / 2) return IsolateOne();
    const auto left = static_cast<double>(count());
    const double part = static_cast<double>(rank_ - from_->below) / left;
    const double margin = 8 / left + 0.02;
    const double width = to_->limit - from_->limit;
    first_->limit = from_->limit + width * std::max(0.0, part - margin);
    last_->limit = from_->limit + width * std::min(1.0, part + margin);
  }

  Border* first() { return first_; }
  Border* last() { return last_; }

  // Leaves those below the next two borders, between them or above: wherever the rank is.
  void Narrow() {
    before_ = count();
    if (first_->below > rank_) {
      std::swap(to_, first_);
    } else if (last_->below <= rank_) {
      std::swap(from_, last_);
    } else {
      std::swap(from_, first_);
      std::swap(to_, last_);
    }
  }

  // What is left, and the rank's place in it once it is sorted.
  class Left {
   public:
    // Takes kPadding at a time, also where fewer are left of an item, as most have so few: how many
    // could not be guessed.
    Left(const SamplePair& samples, const Border& from, const Border& to, size_t place)
        : place_(place) {
      for (size_t i = 0; i < samples.base_size(); ++i) {
        const double of_base = samples.base[i];
        const size_t begin = from.places[i], end = to.places[i];
        for (size_t j = begin; j < end; j += kPadding) {
          double* const room = &values_[size_ + j - begin];
          for (size_t k = 0; k < kPadding; ++k) room[k] = samples.next[j + k] - of_base;
        }
        size_ += end - begin;
      }
    }
    // All are equal.
    Left(double value, size_t place) : size_(std::min<size_t>(place, 1) + 1), place_(size_ - 1) {
      values_[0] = values_[1] = value;
    }

    std::span<double> values() { return {values_.data(), size_}; }
    double value() const { return values_[place_]; }
    bool has_value_before() const { return place_ > 0; }
    double value_before() const { return values_[place_ - 1]; }

   private:
    std::array<double, kFewLeft + kPadding> values_;
    size_t size_ = 0, place_;
  };
  Left TakeLeft() const {
    const size_t place = rank_ - from_->below;
    return are_equal() ? Left(from_->limit, place) : Left(samples_, *from_, *to_, place);
  }

 private:
  size_t count() const { return to_->below - from_->below; }
  bool are_equal() const { return NextAbove(from_->limit) >= to_->limit; }

  // Where many are equal or some are far away: one is the result, or it is left out.
  void IsolateOne() {
    std::array<double, kSome> some;
    size_t i = 0, passed = 0;
    for (size_t k = 0; k < kSome; ++k) {
      const size_t at = (2 * k + 1) * count() / (2 * kSome);
      for (; at - passed >= to_->places[i] - from_->places[i]; ++i) {
        passed += to_->places[i] - from_->places[i];
      }
      some[k] = samples_.next[from_->places[i] + at - passed] - samples_.base[i];
    }
    SortValues(some);
    first_->limit = some[kSome / 2];
    last_->limit = NextAbove(first_->limit);
  }

  const SamplePair& samples_;
  const size_t rank_;
  std::array<Border, kBorders> borders_;
  Border *from_ = &borders_[0], *to_ = &borders_[1];
  Border *first_ = &borders_[2], *last_ = &borders_[3];
  size_t before_ = 0;  // the number of differences before the last Narrow()
};

// Searches that are done side by side.
struct RankSearches {
  RankSearches(const SamplePair& samples, const std::array<size_t, kSearched>& ranks)
      : places(kSearched * RankSearch::kBorders * samples.base.size()),
        of_ranks{RankSearch(samples, ranks[0], PlacesOf(0, samples)),
                 RankSearch(samples, ranks[1], PlacesOf(1, samples)),
                 RankSearch(samples, ranks[2], PlacesOf(2, samples))} {}

  uint32_t* PlacesOf(size_t search, const SamplePair& samples) {
    return places.data() + search * RankSearch::kBorders * samples.base.size();
  }

  absl::InlinedVector<uint32_t, kSearched * RankSearch::kBorders*(kUsualSteps + kPadding)> places;
  std::array<RankSearch, kSearched> of_ranks;
};

// Finds several borders. A step goes to the next item of one of the samples, as the place of a
// larger item of `base` is not smaller. It has no branch, which could not be guessed, and all
// borders go side by side, as the steps of one wait for each other.
template <size_t kCount>
void FindBorders(const SamplePair& samples, const std::array<Border*, 2 * kSearched>& borders) {
  std::array<uint32_t*, kCount> places;
  std::array<double, kCount> limits;
  std::array<size_t, kCount> at = {};
  for (size_t b = 0; b < kCount; ++b) {
    places[b] = borders[b]->places;
    limits[b] = borders[b]->limit;
  }
  // Infinity at the ends keeps the places within bounds.
  const double *const base = samples.base.data(), *const next = samples.next.data();
  const size_t steps = samples.base_size() + samples.next_size();
  for (size_t step = 0; step < steps; ++step) {
#pragma GCC unroll 6
    for (size_t b = 0; b < kCount; ++b) {
      const size_t j = at[b], i = step - j;
      places[b][i] = static_cast<uint32_t>(j);
      at[b] = j + (next[j] - base[i] < limits[b] ? 1 : 0);
    }
  }
  for (size_t b = 0; b < kCount; ++b) {
    borders[b]->below = std::reduce(places[b], places[b] + samples.base_size(), size_t{0});
  }
}

// Sets the limits of all by some differences that are spread evenly.
void SetFirstLimits(const SamplePair& samples, RankSearches& searches) {
  std::array<double, kGrid * kGrid> spread;
  for (size_t i = 0; i < kGrid; ++i) {
    const double of_base = samples.base[(2 * i + 1) * samples.base_size() / (2 * kGrid)];
    for (size_t j = 0; j < kGrid; ++j) {
      const size_t of_next = (2 * j + 1) * samples.next_size() / (2 * kGrid);
      spread[i * kGrid + j] = samples.next[of_next] - of_base;
    }
  }
  SortValues(spread);
  for (RankSearch& search : searches.of_ranks) search.SetLimits(spread);
}

void SearchAll(const SamplePair& samples, RankSearches& searches) {
  std::array<RankSearch*, kSearched> left;
  size_t count = 0;
  for (RankSearch& search : searches.of_ranks) {
    if (!search.is_done()) left[count++] = &search;
  }
  if (count > 0) SetFirstLimits(samples, searches);
  while (count > 0) {
    std::array<Border*, 2 * kSearched> borders;
    for (size_t s = 0; s < count; ++s) {
      borders[2 * s] = left[s]->first();
      borders[2 * s + 1] = left[s]->last();
    }
    if (count == 1) FindBorders<2>(samples, borders);
    if (count == 2) FindBorders<4>(samples, borders);
    if (count == 3) FindBorders<6>(samples, borders);
    size_t still = 0;
    for (size_t s = 0; s < count; ++s) {
      left[s]->Narrow();
      if (left[s]->is_done()) continue;
      left[s]->SetLimits();
      left[still++] = left[s];
    }
    count = still;
  }
}

}  // namespace

Differences::Differences(const std::vector<double>& base, const std::vector<double>& next)
    : size_(base.size() * next.size()) {
  base_.reserve(base.size() + kPadding);
  next_.reserve(next.size() + kPadding);
  base_.assign(base.begin(), base.end());
  next_.assign(next.begin(), next.end());
  base_.insert(base_.end(), kPadding, kNoLimit);
  next_.insert(next_.end(), kPadding, kNoLimit);
}

Differences::Middle Differences::Find(size_t outside) const {
  const SamplePair samples = {base_, next_};
  const size_t middle = size() / 2;
  RankSearches searches(samples, {outside, middle, size() - 1 - outside});
  SearchAll(samples, searches);
  RankSearch::Left low = searches.of_ranks[0].TakeLeft(), left = searches.of_ranks[1].TakeLeft(),
                   high = searches.of_ranks[2].TakeLeft();
  const std::array all = {low.values(), left.values(), high.values()};
  SortEach(all);
  Middle found = {low.value(), left.value(), high.value()};
  if (size() % 2 == 1) return found;
  if (left.has_value_before()) {
    found.median = (found.median + left.value_before()) / 2;
  } else {
    RankSearches lower(samples, {middle - 1, middle - 1, middle - 1});
    SearchAll(samples, lower);
    RankSearch::Left below = lower.of_ranks[0].TakeLeft();
    SortValues(below.values());
    found.median = (found.median + below.value()) / 2;
  }
  return found;
}

}  // namespace profiler
