#include "profiler/compare/change.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "profiler/compare/stats/blocks.h"
#include "profiler/compare/stats/false_discovery.h"
#include "profiler/compare/stats/median.h"
#include "profiler/compare/stats/sort_values.h"
#include "profiler/compare/stats/welch_test.h"

namespace profiler {
namespace {

constexpr double kSignificance = 0.05;
constexpr double kLeastSteps = 4;  // in both profiles, for a 95 % interval
constexpr double kMostRows = 1e6;  // that a table is expected to have

// Whether several samples, which are sorted, are all the same. Two may be so by chance.
bool AreAllEqual(const std::vector<double>& sorted) {
  constexpr size_t kLeast = 3;
  return sorted.size() >= kLeast && sorted.front() == sorted.back();
}

}  // namespace

std::string_view Name(Verdict verdict) {
  switch (verdict) {
    case Verdict::kNone:
      return "";
    case Verdict::kAdded:
      return "added";
    case Verdict::kRemoved:
      return "removed";
    case Verdict::kSame:
      return "same";
    case Verdict::kSlower:
      return "slower";
    case Verdict::kFaster:
      return "faster";
    case Verdict::kHigher:
      return "higher";
    case Verdict::kLower:
      return "lower";
    case Verdict::kUnclear:
      return "unclear";
  }
  return "";
}

std::string_view NameOfAmount(Verdict verdict) {
  if (verdict == Verdict::kSlower) return "more";
  return verdict == Verdict::kFaster ? "less" : Name(verdict);
}

namespace {

// Welch's test of the logarithms where there are: times vary by parts of themselves, and a single
// long step must not hide that all others changed.
double SpreadPValue(std::vector<double> base, std::vector<double> next) {
  const auto is_positive = [](double value) { return value > 0; };
  const bool have_logs = std::all_of(base.begin(), base.end(), is_positive) &&
                         std::all_of(next.begin(), next.end(), is_positive);
  if (have_logs) {
    for (double& value : base) value = std::log(value);
    for (double& value : next) value = std::log(value);
  }
  return WelchPValue(base, next);
}

}  // namespace

Comparison::Comparison(const std::vector<double>& base_steps, const std::vector<double>& new_steps,
                       double tolerance, bool are_runs)
    : tolerance_(tolerance),
      are_runs_(are_runs),
      base_block_(BlockLength(base_steps)),
      new_block_(BlockLength(new_steps)),
      base_size_(BlockMeans(base_steps, base_block_).size()),
      new_size_(BlockMeans(new_steps, new_block_).size()),
      test_(base_size_, new_size_) {}

double Comparison::tolerance() const { return tolerance_; }

Change Comparison::Of(std::span<const double> base, std::span<const double> next) const {
  Change change;
  std::vector<double> a(base.begin(), base.end()), b(next.begin(), next.end());
  std::vector<double> base_blocks, new_blocks;  // in the order of steps
  if (base_block_ > 1) base_blocks = BlockMeans(a, base_block_);
  if (new_block_ > 1) new_blocks = BlockMeans(b, new_block_);
  // The same content: the order of steps is no chance.
  const bool is_same = a == b;
  const std::array<std::span<double>, 2> both = {a, b};
  SortEach(both);
  change.base = MedianOfSorted(a);
  change.next = MedianOfSorted(b);
  if (is_same) {
    change.delta = change.low = change.high = 0;
    change.p_value = 1;
    return change;
  }
  std::vector<double>& of_base = base_block_ > 1 ? base_blocks : a;
  std::vector<double>& of_next = new_block_ > 1 ? new_blocks : b;
  const RankComparison ranks = test_.Compare(of_base, of_next);
  if (test_.least_p_value() * kMostRows >= kSignificance) {
    change.spread_p = SpreadPValue(of_base, of_next);
  }
  if (!test_.has_interval()) change.half_width = HalfWidthOfMeans(of_base, of_next);
  change.is_exact = AreAllEqual(of_base) && AreAllEqual(of_next);
  change.delta = ranks.shift;
  change.low = ranks.low;
  change.high = ranks.high;
  change.p_value = ranks.p_value;
  return change;
}

Change Comparison::Added(std::span<const double> next) const {
  Change change;
  change.next = change.delta = MedianOf(next);
  change.verdict = Verdict::kAdded;
  return change;
}

Change Comparison::Removed(std::span<const double> base) const {
  Change change;
  change.base = MedianOf(base);
  change.delta = -change.base;
  change.verdict = Verdict::kRemoved;
  return change;
}

void Comparison::JudgeAll(std::vector<Change*> rows) const {
  std::erase_if(rows, [](const Change* row) { return row->verdict != Verdict::kNone; });
  std::vector<double> p_values;
  p_values.reserve(rows.size());
  const bool ranks_suffice =
      test_.least_p_value() * static_cast<double>(rows.size()) < kSignificance;
  for (const Change* row : rows) p_values.push_back(ranks_suffice ? row->p_value : row->spread_p);
  const std::vector<double> corrected = CorrectForAll(p_values);
  for (size_t i = 0; i < rows.size(); ++i) {
    const double least = ranks_suffice ? 0 : rows[i]->p_value;
    rows[i]->p_value = std::max(least, corrected[i]);
    Judge(*rows[i]);
  }
}

void Comparison::Judge(Change& change) const {
  // Of both, so that the verdict does not depend on which profile is the base.
  const double tolerance = tolerance_ * std::min(std::abs(change.base), std::abs(change.next));
  if (-tolerance <= change.low && change.high <= tolerance) {
    change.verdict = Verdict::kSame;
  } else if (change.is_exact ||
             (change.p_value < kSignificance && (change.low > 0 || change.high < 0))) {
    change.verdict = change.delta > 0 ? Verdict::kSlower : Verdict::kFaster;
  } else {
    change.verdict = Verdict::kUnclear;
    (are_runs_ ? change.more_runs : change.more_steps) = MoreSamples(change);
  }
}

// The interval's width shrinks with the square root of the number of samples. It decides when it no
// longer holds 0, or lies within the tolerance.
double Comparison::MoreSamples(const Change& change) const {
  const auto fewer = static_cast<double>(std::min(base_size_, new_size_));
  const bool has_interval = !std::isnan(change.low);
  const double least = has_interval ? 1 : std::max(1.0, kLeastSteps - fewer);
  const double half = has_interval ? (change.high - change.low) / 2 : change.half_width;
  if (std::isnan(half)) return least;
  // The interval tells already: what is missing are samples against chance among all rows.
  if (change.low > 0 || change.high < 0) return kAbsentReal;
  const double tolerance = tolerance_ * std::min(std::abs(change.base), std::abs(change.next));
  const double needed = std::max(std::abs(change.delta), tolerance - std::abs(change.delta));
  if (!(needed > 0)) return kAbsentReal;
  const double factor = half / needed;
  const auto per_block = static_cast<double>(std::max(base_block_, new_block_));
  return std::max(least, std::ceil(fewer * (factor * factor - 1) * per_block));
}

}  // namespace profiler
