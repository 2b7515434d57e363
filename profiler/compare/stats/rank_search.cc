#include "profiler/compare/stats/rank_search.h"

#include <cmath>
#include <limits>
#include <numeric>
#include <utility>

#include "profiler/compare/stats/sort_values.h"

namespace profiler {
namespace {

constexpr size_t kGrid = 8;    // items of each sample by which the first limits are chosen
constexpr size_t kBeside = 2;  // of their differences, on each side of what is searched for
constexpr size_t kSome = 15;   // differences of which one is the limit where others fail

using Spread = std::array<double, kGrid * kGrid>;

double NextAbove(double value) {
  return std::nextafter(value, std::numeric_limits<double>::infinity());
}

// Some differences that are spread evenly over all.
Spread SpreadOf(const SamplePair& samples) {
  Spread spread;
  for (size_t i = 0; i < kGrid; ++i) {
    const double of_base = samples.base[(2 * i + 1) * samples.base_size() / (2 * kGrid)];
    for (size_t j = 0; j < kGrid; ++j) {
      const size_t of_next = (2 * j + 1) * samples.next_size() / (2 * kGrid);
      spread[i * kGrid + j] = samples.next[of_next] - of_base;
    }
  }
  return spread;
}

// Finds the two borders of each search. A step goes to the next item of one of the samples, as the
// place of a larger item of `base` is not smaller. It has no branch, which could not be guessed,
// and all borders go side by side.
template <size_t kSearches>
void FindBorders(std::span<RankSearch* const> searches) {
  constexpr size_t kCount = 2 * kSearches;
  std::array<uint32_t*, kCount> places;
  std::array<double, kCount> limits;
  std::array<size_t, kCount> at = {};
  std::array<const double*, kSearches> base, next;
  for (size_t s = 0; s < kSearches; ++s) {
    base[s] = searches[s]->samples().base.data();
    next[s] = searches[s]->samples().next.data();
    places[2 * s] = searches[s]->first()->places;
    limits[2 * s] = searches[s]->first()->limit;
    places[2 * s + 1] = searches[s]->last()->places;
    limits[2 * s + 1] = searches[s]->last()->limit;
  }
  // Infinity at the ends keeps the places within bounds.
  const SamplePair& sizes = searches[0]->samples();
  const size_t steps = sizes.base_size() + sizes.next_size();
  for (size_t step = 0; step < steps; ++step) {
#pragma GCC unroll 6
    for (size_t b = 0; b < kCount; ++b) {
      const size_t j = at[b], i = step - j;
      places[b][i] = static_cast<uint32_t>(j);
      at[b] = j + (next[b / 2][j] - base[b / 2][i] < limits[b] ? 1 : 0);
    }
  }
  for (size_t b = 0; b < kCount; ++b) {
    Border* const border = b % 2 == 0 ? searches[b / 2]->first() : searches[b / 2]->last();
    border->below = std::reduce(places[b], places[b] + sizes.base_size(), size_t{0});
  }
}

}  // namespace

RankSearch::RankSearch(const SamplePair& samples, size_t rank, uint32_t* places)
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

bool RankSearch::are_equal() const { return NextAbove(from_->limit) >= to_->limit; }

void RankSearch::SetLimits(std::span<const double> spread) {
  const size_t at = rank_ * spread.size() / samples_.count();
  first_->limit = spread[at - std::min(at, kBeside)];
  last_->limit = NextAbove(spread[std::min(at + kBeside, spread.size() - 1)]);
}

void RankSearch::SetLimits() {
  if (count() > before_ / 2) return IsolateOne();
  const auto left = static_cast<double>(count());
  const double part = static_cast<double>(rank_ - from_->below) / left;
  const double margin = 8 / left + 0.02;
  const double width = to_->limit - from_->limit;
  first_->limit = from_->limit + width * std::max(0.0, part - margin);
  last_->limit = from_->limit + width * std::min(1.0, part + margin);
}

void RankSearch::Narrow() {
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

void RankSearch::IsolateOne() {
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

// Takes kRankPadding at a time, also where fewer are left of an item, as most have so few: how many
// could not be guessed.
RankSearch::Left::Left(const SamplePair& samples, const Border& from, const Border& to,
                       size_t place)
    : place_(place) {
  for (size_t i = 0; i < samples.base_size(); ++i) {
    const double of_base = samples.base[i];
    const size_t begin = from.places[i], end = to.places[i];
    for (size_t j = begin; j < end; j += kRankPadding) {
      double* const room = &values_[size_ + j - begin];
      for (size_t k = 0; k < kRankPadding; ++k) room[k] = samples.next[j + k] - of_base;
    }
    size_ += end - begin;
  }
}

RankSearch::Left RankSearch::TakeLeft() const {
  const size_t place = rank_ - from_->below;
  return are_equal() ? Left(from_->limit, place) : Left(samples_, *from_, *to_, place);
}

RankSearches::RankSearches(const std::array<const SamplePair*, kCount>& samples,
                           const std::array<size_t, kCount>& ranks)
    : places_(kCount * RankSearch::kBorders * samples[0]->base.size()),
      searches_{RankSearch(*samples[0], ranks[0], PlacesOf(0, *samples[0])),
                RankSearch(*samples[1], ranks[1], PlacesOf(1, *samples[1])),
                RankSearch(*samples[2], ranks[2], PlacesOf(2, *samples[2]))} {}

void RankSearches::SetFirstLimits() {
  std::array<Spread, kCount> spreads;
  std::array<std::span<double>, kCount> to_sort;
  size_t made = 0;
  for (size_t s = 0; s < kCount; ++s) {
    const bool is_another = s == 0 || &searches_[s].samples() != &searches_[s - 1].samples();
    if (is_another) {
      spreads[made] = SpreadOf(searches_[s].samples());
      to_sort[made] = spreads[made];
      ++made;
    }
  }
  SortEach(std::span(to_sort).first(made));
  for (size_t s = 0; s < kCount; ++s) searches_[s].SetLimits(spreads[made == 1 ? 0 : s]);
}

void RankSearches::Run() {
  std::array<RankSearch*, kCount> left;
  size_t count = 0;
  for (RankSearch& search : searches_) {
    if (!search.is_done()) left[count++] = &search;
  }
  if (count > 0) SetFirstLimits();
  while (count > 0) {
    if (count == 1) FindBorders<1>(left);
    if (count == 2) FindBorders<2>(left);
    if (count == 3) FindBorders<3>(left);
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

}  // namespace profiler
