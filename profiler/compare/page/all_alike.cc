#include "profiler/compare/page/all_alike.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstddef>

namespace profiler {
namespace {

constexpr double kMuchOfChange = 0.5;

// Whether the time of the row's runs changed by a factor like that of the step, or by 20 to 60 % as
// it did. If it runs more or less often, that is no change of these.
bool IsLikeStep(const DiffRow& row, double of_step) {
  constexpr double kLeastPart = 0.2, kMostPart = 0.6;
  const bool knows_runs = row.base_runs > 0 && row.new_runs > 0;
  const double of_row = row.change.ratio() * (knows_runs ? row.base_runs / row.new_runs : 1);
  const double power = std::log(of_row) / std::log(of_step);
  if (power >= 0.5 && power <= 2) return true;
  const double part = std::abs(of_row - 1);
  return power > 0 && part >= kLeastPart && part <= kMostPart;
}

// Whether what only one profile has makes much of the step's change, but for what the other has in
// its place.
bool IsOfOneSide(const std::vector<DiffRow>& rows, const Change& step) {
  double delta = 0;
  for (const DiffRow& row : rows) {
    const bool is_of_one = std::isnan(row.change.base) || std::isnan(row.change.next);
    if (is_of_one && !std::isnan(row.change.delta) && !row.is_beside) delta += row.change.delta;
  }
  return delta / step.delta >= kMuchOfChange;
}

// The rows of which both profiles have the time, and those that are like the step.
struct Alike {
  double base = 0, next = 0;              // of all
  double alike_base = 0, alike_next = 0;  // of those that are alike
  double delta = 0;                       // of these
  double largest = 0, largest_base = 0;   // of that of these which changed most
  double of_one_side = 0;                 // the most of what was added or removed
  double least = 0, most = 0;             // of the factors of those that count
  size_t count = 0, alike = 0;

  Alike(const std::vector<DiffRow>& rows, const Change& step) {
    // What takes next to nothing of the step, as ops that only launch work, says nothing of it.
    constexpr double kLeastTime = 1e-3;
    for (const DiffRow& row : rows) Add(row, step.ratio(), kLeastTime * step.base);
  }
  void Add(const DiffRow& row, double of_step, double least_time) {
    const Change& change = row.change;
    const double changed = std::abs(change.delta);
    if (std::isnan(change.base) || std::isnan(change.next)) {
      of_one_side = std::max(of_one_side, changed);
      return;
    }
    const size_t counts = std::max(change.base, change.next) >= least_time ? 1 : 0;
    count += counts;
    base += change.base;
    next += change.next;
    if (!IsLikeStep(row, of_step)) return;
    if (counts > 0) {
      least = alike == 0 ? change.ratio() : std::min(least, change.ratio());
      most = alike == 0 ? change.ratio() : std::max(most, change.ratio());
    }
    alike += counts;
    alike_base += change.base;
    alike_next += change.next;
    delta += changed;
    if (changed > largest) {
      largest = changed;
      largest_base = change.base;
    }
  }
  // Nearly the same factor, as of devices under another clock. Then no row is more of the change
  // than of the time.
  bool have_one_factor() const {
    constexpr double kSame = 0.25;
    const double by_all = std::abs(alike_next / alike_base - 1);
    return most - least <= kSame * by_all;
  }
  // A row may have most of the change only if it has about as much of the time.
  bool has_outlier(double change) const {
    constexpr double kNearlyAll = 0.8, kLeastOthers = 0.2, kAboutAsMuch = 1.25;
    if (largest < kMuchOfChange * change || have_one_factor()) return false;
    return largest >= kNearlyAll * change || delta - largest < kLeastOthers * change ||
           largest * alike_base > kAboutAsMuch * largest_base * delta;
  }
};

}  // namespace

std::string AllAlike(std::string_view rows_are, std::string_view rows_of, const Change& step,
                     const std::vector<DiffRow>& rows, const std::vector<DiffRow>& ops) {
  constexpr double kLeastStep = 0.05, kNearlyAll = 0.8;
  constexpr size_t kLeastRows = 5;
  const double of_step = step.ratio();
  if (!(std::abs(of_step - 1) >= kLeastStep)) return "";
  if (IsOfOneSide(rows, step) || IsOfOneSide(ops, step)) return "";
  const Alike found(rows, step);
  const bool are_alike =
      found.count >= kLeastRows &&
      static_cast<double>(found.alike) >= kNearlyAll * static_cast<double>(found.count) &&
      found.alike_base >= kNearlyAll * found.base && found.alike_next >= kNearlyAll * found.next &&
      found.base >= kMuchOfChange * step.base &&
      found.delta >= kMuchOfChange * std::abs(step.delta) &&
      found.of_one_side < kMuchOfChange * std::abs(step.delta) &&
      !found.has_outlier(std::abs(step.delta));
  if (!are_alike) return "";
  return fmt::format(
      "{} that take {:.0f}% of the time of all {} changed by a similar part of their time each: "
      "look for what they share, as the machine, its load and clock, or the size of the batch",
      rows_are, 100 * std::min(found.alike_base / found.base, found.alike_next / found.next),
      rows_of);
}

}  // namespace profiler
