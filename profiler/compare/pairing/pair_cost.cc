#include "profiler/compare/pairing/pair_cost.h"

#include <algorithm>
#include <cmath>

namespace profiler {
namespace {

constexpr double kLeastTime = 1e-3;  // a nanosecond
// Logarithms of ratios: times that differ by less cost nothing, so that noise does not move rows.
constexpr double kNoiseOfTimes = 0.1;
constexpr double kOtherName = 0.05, kOtherShape = 0.3, kOtherCategory = 1, kOtherFrameworkOp = 2;
// A row of the same name may become far slower.
constexpr double kMostForSameName = 1.5;

std::vector<double> LogTimes(const std::vector<PairedRow>& rows) {
  std::vector<double> logs;
  logs.reserve(rows.size());
  for (const PairedRow& row : rows) logs.push_back(std::log(std::max(kLeastTime, row.time)));
  return logs;
}

// Of the factor by which all rows together got slower, as on another machine. Of few rows it says
// nothing about each.
double LogOfAll(const std::vector<PairedRow>& base, const std::vector<PairedRow>& next) {
  constexpr size_t kFew = 4;
  if (std::min(base.size(), next.size()) < kFew) return 0;
  const auto sum = [](const std::vector<PairedRow>& rows) {
    double all = 0;
    for (const PairedRow& row : rows) all += row.time;
    return all;
  };
  const double before = sum(base), after = sum(next);
  return before > 0 && after > 0 ? std::log(after / before) : 0;
}

bool Differ(std::string_view a, std::string_view b) { return !a.empty() && !b.empty() && a != b; }

}  // namespace

PairCosts::Logs PairCosts::TakeLogs() const {
  fill_times_();
  return {LogTimes(base_), LogTimes(next_), LogOfAll(base_, next_)};
}

double PairCosts::Of(size_t base_row, size_t new_row) const {
  const PairedRow &a = base_[base_row], &b = next_[new_row];
  const double log = logs().of_next[new_row] - logs().of_base[base_row];
  const double of_times =
      std::max(0.0, std::min(std::abs(log), std::abs(log - logs().of_all)) - kNoiseOfTimes);
  const double of_facts = (Differ(a.framework_op, b.framework_op) ? kOtherFrameworkOp : 0) +
                          (Differ(a.category, b.category) ? kOtherCategory : 0) +
                          (Differ(a.shape, b.shape) ? kOtherShape : 0);
  if (a.name == b.name) return std::min(of_times, kMostForSameName) + of_facts;
  return of_times + of_facts + kOtherName;
}

double PairCosts::OfAll(const std::vector<RowPair>& pairs) const {
  double sum = 0;
  for (const RowPair& pair : pairs) {
    sum += pair.base && pair.next ? Of(*pair.base, *pair.next) : kGapCost;
  }
  return sum;
}

}  // namespace profiler
