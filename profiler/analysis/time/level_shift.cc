#include "profiler/analysis/time/level_shift.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace profiler {
namespace {

constexpr size_t kLeastValues = 5;
constexpr double kLeastRatio = 1.1;
constexpr size_t kMostTried = 500;  // places of a shift

// A part of the values, sorted.
class StepLevel {
 public:
  explicit StepLevel(std::vector<double> values) : values_(std::move(values)) {
    std::sort(values_.begin(), values_.end());
  }

  double median() const {
    return (values_[(values_.size() - 1) / 2] + values_[values_.size() / 2]) / 2;
  }
  double low() const { return values_[values_.size() / 10]; }
  double high() const { return values_[values_.size() - 1 - values_.size() / 10]; }
  double Distance() const {
    double sum = 0;
    for (const double value : values_) sum += std::abs(value - median());
    return sum;
  }
  // The distances from the median, without the largest tenth of them.
  std::vector<double> Distances() const {
    std::vector<double> distances;
    for (const double value : values_) distances.push_back(std::abs(value - median()));
    std::sort(distances.begin(), distances.end());
    distances.resize(distances.size() - distances.size() / 10);
    return distances;
  }

 private:
  std::vector<double> values_;
};

// Whether the medians differ by far more than values do from the median of their level: else few
// values that happen to be higher look like a level.
bool IsBeyondSpread(const StepLevel& a, const StepLevel& b) {
  constexpr double kLeastDistances = 3;
  double sum = 0, count = 0;
  for (const StepLevel* const level : {&a, &b}) {
    for (const double distance : level->Distances()) {
      sum += distance;
      ++count;
    }
  }
  return std::abs(a.median() - b.median()) * count >= kLeastDistances * sum;
}

bool AreApart(const StepLevel& a, const StepLevel& b) {
  const StepLevel& lower = a.median() < b.median() ? a : b;
  const StepLevel& higher = a.median() < b.median() ? b : a;
  return higher.median() >= kLeastRatio * lower.median() && lower.high() < higher.low() &&
         IsBeyondSpread(a, b);
}

// Whether the values after the shift stay at its level: a few slow ones that are over by the end
// are none.
bool Lasts(const std::vector<double>& values, const LevelShift& shift) {
  const double middle = (shift.before + shift.after) / 2;
  const bool is_up = shift.after > shift.before;
  const auto beyond = [&](size_t first) {
    return static_cast<size_t>(
        std::count_if(values.begin() + static_cast<ptrdiff_t>(first), values.end(),
                      [&](double value) { return is_up ? value > middle : value < middle; }));
  };
  const size_t count = values.size() - shift.first, last_half = count - count / 2;
  return 3 * beyond(shift.first) >= 2 * count && 2 * beyond(values.size() - last_half) > last_half;
}

}  // namespace

std::optional<LevelShift> FindLevelShift(const std::vector<double>& values) {
  std::optional<LevelShift> best;
  if (values.size() < 2 * kLeastValues) return best;
  double least = 0;
  const auto try_at = [&](size_t at) {
    const auto middle = values.begin() + static_cast<ptrdiff_t>(at);
    const StepLevel before({values.begin(), middle}), after({middle, values.end()});
    if (!AreApart(before, after)) return;
    const double distance = before.Distance() + after.Distance();
    if (best && distance >= least) return;
    const LevelShift shift = {at, before.median(), after.median()};
    if (!Lasts(values, shift)) return;
    best = shift;
    least = distance;
  };
  const size_t last = values.size() - kLeastValues;
  const size_t stride = values.size() / kMostTried + 1;
  for (size_t at = kLeastValues; at <= last; at += stride) try_at(at);
  if (!best || stride == 1) return best;
  // Ever closer to the best place: what is lost with it grows with the distance.
  size_t step = stride;
  constexpr size_t kLastRounds = 4;  // with the least step
  for (size_t rounds = 0; rounds < kLastRounds; rounds += step == 1 ? 1 : 0) {
    step = (step + 1) / 2;
    const size_t found = best->first;
    if (found >= kLeastValues + step) try_at(found - step);
    if (found + step <= last) try_at(found + step);
  }
  return best;
}

}  // namespace profiler
