#include "profiler/compare/stats/differences.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <limits>
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

using BorderPlaces = absl::InlinedVector<uint32_t, kUsualSteps + 1>;
using SortedValues = absl::InlinedVector<double, kFewLeft>;

double NextAbove(double value) { return std::nextafter(value, kNoLimit); }

// Two sorted samples, with infinity at the end.
struct SamplePair {
  std::span<const double> base, next;

  size_t base_size() const { return base.size() - 1; }
  size_t next_size() const { return next.size() - 1; }
  size_t count() const { return base_size() * next_size(); }
};

// Divides the differences into those below the limit and the others.
struct Border {
  double limit = 0;
  size_t below = 0;     // how many are
  BorderPlaces places;  // for each item of `base`, with how many items of `next` they are
};

// The search for the difference of a rank: those from one border to another that may be it.
class RankSearch {
 public:
  RankSearch(const SamplePair& samples, size_t rank) : samples_(samples), rank_(rank) {
    from_->limit = samples.next[0] - samples.base[samples.base_size() - 1];
    from_->places.resize(samples.base.size());
    to_->limit = NextAbove(samples.next[samples.next_size() - 1] - samples.base[0]);
    to_->places.assign(samples.base.size(), static_cast<uint32_t>(samples.next_size()));
    to_->below = samples.count();
  }
  RankSearch(const RankSearch&) = delete;
  RankSearch& operator=(const RankSearch&) = delete;

  // Few are left, or all that are left are equal.
  bool is_done() const { return count() <= kFewLeft || are_equal(); }

  // Sets the limits of the next two borders, by differences that are spread evenly over all.
  void SetLimits(const SortedValues& spread) {
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

  Border& first() { return *first_; }
  Border& last() { return *last_; }

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

  // What is left, to be sorted, and the rank's place in it.
  struct Left {
    SortedValues values;
    size_t place = 0;
    double value() const { return values[place]; }
  };
  Left TakeLeft() const {
    Left left;
    left.place = rank_ - from_->below;
    if (are_equal()) {
      left.place = std::min<size_t>(left.place, 1);
      left.values.assign(left.place + 1, from_->limit);
      return left;
    }
    for (size_t i = 0; i < samples_.base_size(); ++i) {
      for (uint32_t j = from_->places[i]; j < to_->places[i]; ++j) {
        left.values.push_back(samples_.next[j] - samples_.base[i]);
      }
    }
    return left;
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
  std::array<Border, 4> borders_;
  Border *from_ = &borders_[0], *to_ = &borders_[1];
  Border *first_ = &borders_[2], *last_ = &borders_[3];
  size_t before_ = 0;  // the number of differences before the last Narrow()
};

using RankSearches = std::array<RankSearch, kSearched>;

// Finds the next borders of all. A step goes to the next item of one of the samples, as the place
// of a larger item of `base` is not smaller. It has no branch, which could not be guessed, and all
// borders go side by side, as the steps of one wait for each other.
void FindBorders(const SamplePair& samples, RankSearches& searches) {
  constexpr size_t kCount = 2 * kSearched;
  std::array<Border*, kCount> borders;
  for (size_t s = 0; s < kSearched; ++s) {
    borders[2 * s] = &searches[s].first();
    borders[2 * s + 1] = &searches[s].last();
  }
  std::array<uint32_t*, kCount> places;
  std::array<double, kCount> limits;
  std::array<uint32_t, kCount> at = {};
  for (size_t b = 0; b < kCount; ++b) {
    borders[b]->places.resize(samples.base.size());
    places[b] = borders[b]->places.data();
    limits[b] = borders[b]->limit;
  }
  // Infinity at the ends keeps the places within bounds.
  const double *const base = samples.base.data(), *const next = samples.next.data();
  const auto steps = static_cast<uint32_t>(samples.base_size() + samples.next_size());
  for (uint32_t step = 0; step < steps; ++step) {
#pragma GCC unroll 6
    for (size_t b = 0; b < kCount; ++b) {
      const uint32_t j = at[b], i = step - j;
      places[b][i] = j;
      at[b] = j + (next[j] - base[i] < limits[b] ? 1 : 0);
    }
  }
  for (Border* const border : borders) {
    border->below = 0;
    for (size_t i = 0; i < samples.base_size(); ++i) border->below += border->places[i];
  }
}

// Some differences that are spread evenly.
SortedValues SpreadDifferences(const SamplePair& samples) {
  SortedValues spread;
  for (size_t i = 0; i < kGrid; ++i) {
    const double of_base = samples.base[(2 * i + 1) * samples.base_size() / (2 * kGrid)];
    for (size_t j = 0; j < kGrid; ++j) {
      spread.push_back(samples.next[(2 * j + 1) * samples.next_size() / (2 * kGrid)] - of_base);
    }
  }
  SortValues(spread);
  return spread;
}

void SearchAll(const SamplePair& samples, RankSearches& searches) {
  const auto is_done = [](const RankSearch& search) { return search.is_done(); };
  if (std::all_of(searches.begin(), searches.end(), is_done)) return;
  const SortedValues spread = SpreadDifferences(samples);
  for (RankSearch& search : searches) search.SetLimits(spread);
  while (true) {
    FindBorders(samples, searches);
    for (RankSearch& search : searches) {
      if (!search.is_done()) search.Narrow();
    }
    if (std::all_of(searches.begin(), searches.end(), is_done)) return;
    for (RankSearch& search : searches) {
      if (!search.is_done()) search.SetLimits();
    }
  }
}

}  // namespace

Differences::Differences(const std::vector<double>& base, const std::vector<double>& next)
    : base_(base.begin(), base.end()), next_(next.begin(), next.end()) {
  base_.push_back(kNoLimit);
  next_.push_back(kNoLimit);
}

Differences::Middle Differences::Find(size_t outside) const {
  const SamplePair samples = {base_, next_};
  const size_t middle = size() / 2;
  RankSearches searches = {RankSearch(samples, outside), RankSearch(samples, middle),
                           RankSearch(samples, size() - 1 - outside)};
  SearchAll(samples, searches);
  RankSearch::Left low = searches[0].TakeLeft(), left = searches[1].TakeLeft(),
                   high = searches[2].TakeLeft();
  SortBoth(low.values, high.values);
  SortValues(left.values);
  Middle found = {low.value(), left.value(), high.value()};
  if (size() % 2 == 1) return found;
  if (left.place > 0) {
    found.median = (found.median + left.values[left.place - 1]) / 2;
  } else {
    RankSearches lower = {RankSearch(samples, middle - 1), RankSearch(samples, middle - 1),
                          RankSearch(samples, middle - 1)};
    SearchAll(samples, lower);
    RankSearch::Left below = lower[0].TakeLeft();
    SortValues(below.values);
    found.median = (found.median + below.value()) / 2;
  }
  return found;
}

}  // namespace profiler
