#include "profiler/analysis/metrics/recurrence.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <string_view>
#include <utility>

#include "profiler/analysis/metrics/distribution.h"

namespace profiler {
namespace {

constexpr double kTolerance = 0.15, kMostTolerance = 1.0 / 3, kMostMultiple = 3;
constexpr size_t kLeastPlaces = 3;
// A period this close to a whole number of steps is reported in steps. A larger difference means
// that the period is unrelated to steps.
constexpr double kNearWhole = 0.1, kNearWholeShare = 0.02;

// The start times of the job's steps of the most frequent kind.
std::vector<int64_t> StepBegins(const std::vector<JobPhase>& phases) {
  std::map<std::string_view, std::vector<int64_t>> by_kind;
  for (const JobPhase& phase : phases) {
    if (phase.is_step) by_kind[phase.name].push_back(IntervalOf(phase.span).begin);
  }
  std::vector<int64_t> most;
  for (auto& [kind, begins] : by_kind) {
    if (begins.size() > most.size()) most = std::move(begins);
  }
  return most;
}

double StepLength(const std::vector<int64_t>& begins) {
  std::vector<double> lengths;
  for (size_t i = 1; i < begins.size(); ++i) {
    lengths.push_back(static_cast<double>(begins[i]) - static_cast<double>(begins[i - 1]));
  }
  std::sort(lengths.begin(), lengths.end());
  return Percentile(lengths, 0.5);
}

// The median. If the count is even and the middle two values are about one and two periods, the
// lower value.
double Typical(std::vector<double> distances) {
  std::sort(distances.begin(), distances.end());
  const double lower = distances[(distances.size() - 1) / 2];
  const double upper = distances[distances.size() / 2];
  return upper < 1.6 * lower ? (lower + upper) / 2 : lower;
}

Value WholeStepsOf(const Recurrence& in_steps) {
  if (!std::isfinite(in_steps.every)) return kAbsent;
  const double whole = std::round(in_steps.every);
  const double most = std::max(kNearWhole, kNearWholeShare * whole);
  if (whole < 1 || std::abs(in_steps.every - whole) > most) return kAbsent;
  return static_cast<Value>(whole);
}

}  // namespace

Recurrence RecurrenceOf(const std::vector<double>& places, double tolerance) {
  Recurrence recurrence;
  std::vector<double> distances;
  for (size_t i = 1; i < places.size(); ++i) distances.push_back(places[i] - places[i - 1]);
  if (distances.empty()) return recurrence;
  const double typical = recurrence.typical = Typical(distances);
  if (places.size() < kLeastPlaces || !(typical > 0)) return recurrence;
  if (tolerance >= kMostTolerance * typical) return recurrence;
  const double most = std::max(kTolerance * typical, tolerance);
  size_t regular = 0;
  double length = 0, periods = 0;
  for (const double distance : distances) {
    const double multiple = std::round(distance / typical);
    if (multiple < 1 || multiple > kMostMultiple) continue;
    if (std::abs(distance - multiple * typical) > most) continue;
    ++regular;
    length += distance;
    periods += multiple;
  }
  recurrence.regular = static_cast<double>(regular) / static_cast<double>(distances.size());
  if (5 * regular >= 4 * distances.size()) recurrence.every = length / periods;
  return recurrence;
}

StepClock::StepClock(const std::vector<JobPhase>& phases)
    : begins_(StepBegins(phases)), length_(StepLength(begins_)) {}

// The number of steps completed before `time`, plus the elapsed fraction of the current step. NaN
// before the first step.
double StepClock::StepsUntil(int64_t time) const {
  const auto next = std::upper_bound(begins_.begin(), begins_.end(), time);
  if (next == begins_.begin()) return NAN;
  const auto begun = static_cast<double>(next - begins_.begin());
  const int64_t last = *(next - 1);
  const double length =
      next == begins_.end() ? length_ : static_cast<double>(*next) - static_cast<double>(last);
  const double passed = static_cast<double>(time) - static_cast<double>(last);
  return begun + (length > 0 ? std::min(1.0, passed / length) : 0);
}

DipPattern StepClock::PatternOf(const std::vector<int64_t>& dips, int64_t tick) const {
  std::vector<double> times, steps;
  for (const int64_t begin : dips) {
    times.push_back(static_cast<double>(begin));
    const double until = StepsUntil(begin);
    if (std::isfinite(until)) steps.push_back(until);
  }
  DipPattern pattern;
  const auto tolerance = static_cast<double>(tick);
  pattern.in_time = RecurrenceOf(times, tolerance);
  if (length_ > 0) pattern.in_steps = RecurrenceOf(steps, tolerance / length_);
  pattern.every_steps = WholeStepsOf(pattern.in_steps);
  return pattern;
}

}  // namespace profiler
