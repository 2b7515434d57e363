#include "profiler/compare/change.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>

#include "profiler/compare/stats/blocks.h"
#include "profiler/compare/stats/false_discovery.h"
#include "profiler/compare/stats/median.h"
#include "profiler/compare/stats/sort_values.h"
#include "profiler/compare/stats/welch_test.h"

namespace profiler {
namespace {

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

// A time cannot shrink by more than it took, nor grow by more than it takes. Where samples are so
// skewed that their typical difference says so, that of the medians is the change. Of what runs in
// fewer than half of the steps the median is 0 and tells nothing.
double PossibleChange(double shift, double base, double next) {
  const bool is_known = base > 0 && next > 0;
  const bool is_possible = !is_known || (-base <= shift && shift <= next);
  if (is_possible) return shift;
  return (next - base) * shift > 0 ? next - base : std::clamp(shift, -base, next);
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

Comparison Comparison::OfPartsOf(double step) const {
  Comparison of_parts = *this;
  of_parts.step_ = std::isnan(step) ? 0 : step;
  return of_parts;
}

Comparison Comparison::WithoutVerdicts() const {
  Comparison without = *this;
  without.gives_verdicts_ = false;
  return without;
}

double Comparison::ToleranceOf(const Change& change) const {
  constexpr double kLeastOfStep = 1e-4, kLittleOfStep = 1e-3;
  constexpr double kMuchOfRow = 0.5;  // as of calls that run twice as often
  // Of both, so that the verdict does not depend on which profile is the base.
  const double row = std::min(std::abs(change.base), std::abs(change.next));
  return std::max(
      {tolerance_ * row, kLeastOfStep * step_, std::min(kLittleOfStep * step_, kMuchOfRow * row)});
}

struct Comparison::TestedRow {
  std::vector<double> base, next;                              // Prepare() does not sort them
  std::optional<std::vector<double>> base_blocks, new_blocks;  // in the order of steps
  bool is_same = false;

  std::vector<double>& of_base() { return base_blocks ? *base_blocks : base; }
  std::vector<double>& of_next() { return new_blocks ? *new_blocks : next; }

  // The change, without what the test tells.
  Change Medians() const {
    Change change;
    change.base = MedianOfSorted(base);
    change.next = MedianOfSorted(next);
    return change;
  }
  // Afterwards, as the test sorts blocks.
  bool IsExact() { return AreAllEqual(of_base()) && AreAllEqual(of_next()); }
};

Comparison::TestedRow Comparison::Prepare(std::span<const double> base,
                                          std::span<const double> next) const {
  TestedRow row;
  row.base.assign(base.begin(), base.end());
  row.next.assign(next.begin(), next.end());
  if (base_block_ > 1) row.base_blocks = BlockMeans(row.base, base_block_);
  if (new_block_ > 1) row.new_blocks = BlockMeans(row.next, new_block_);
  // The same content: the order of steps is no chance.
  row.is_same = row.base == row.next;
  return row;
}

Change Comparison::Of(std::span<const double> base, std::span<const double> next) const {
  TestedRow row = Prepare(base, next);
  const std::array<std::span<double>, 2> both = {row.base, row.next};
  SortEach(both);
  Change change = row.Medians();
  if (row.is_same) {
    change.delta = change.low = change.high = 0;
    change.p_value = 1;
    return change;
  }
  const RankComparison ranks = test_.Compare(row.of_base(), row.of_next());
  if (!HasManySamples()) change.spread_p = SpreadPValue(row.of_base(), row.of_next());
  if (!test_.has_interval()) change.half_width = HalfWidthOfMeans(row.of_base(), row.of_next());
  change.is_exact = row.IsExact();
  change.delta = PossibleChange(ranks.shift, change.base, change.next);
  change.low = ranks.low;
  change.high = ranks.high;
  change.p_value = ranks.p_value;
  if (!change.is_exact) AddNoiseOfRuns(base, next, change);
  return change;
}

std::array<Change, Comparison::kAtOnce> Comparison::ShiftsOf(
    const std::array<RowValues, kAtOnce>& rows) const {
  std::array<TestedRow, kAtOnce> tested;
  std::array<RankTest::Samples, kAtOnce> samples;
  std::array<std::span<double>, 2 * kAtOnce> all;
  static_assert(all.size() <= kSortedAtOnce);
  for (size_t i = 0; i < kAtOnce; ++i) {
    tested[i] = Prepare(rows[i].base, rows[i].next);
    samples[i] = {&tested[i].of_base(), &tested[i].of_next()};
    all[2 * i] = tested[i].base;
    all[2 * i + 1] = tested[i].next;
  }
  SortEach(all);
  const std::array ranks = test_.CompareShifts(samples);
  std::array<Change, kAtOnce> changes;
  for (size_t i = 0; i < kAtOnce; ++i) {
    changes[i] = tested[i].Medians();
    const double shift = PossibleChange(ranks[i].shift, changes[i].base, changes[i].next);
    changes[i].delta = tested[i].is_same ? 0 : shift;
    changes[i].p_value = tested[i].is_same ? 1 : ranks[i].p_value;
    changes[i].is_exact = !tested[i].is_same && tested[i].IsExact();
  }
  return changes;
}

bool Comparison::HasManySamples() const {
  return !knows_noise_of_runs() && test_.has_interval() &&
         test_.least_p_value() * kMostRows < kSignificance;
}

Change Comparison::Added(std::span<const double> next) const {
  Change change;
  change.next = change.delta = MedianOf(next);
  change.verdict = gives_verdicts_ ? Verdict::kAdded : Verdict::kUnclear;
  return change;
}

Change Comparison::Removed(std::span<const double> base) const {
  Change change;
  change.base = MedianOf(base);
  change.delta = -change.base;
  change.verdict = gives_verdicts_ ? Verdict::kRemoved : Verdict::kUnclear;
  return change;
}

void Comparison::CorrectAll(const std::vector<Change*>& rows) const {
  std::vector<double> p_values;
  p_values.reserve(rows.size());
  const bool ranks_suffice =
      test_.least_p_value() * static_cast<double>(rows.size()) < kSignificance;
  for (const Change* row : rows) p_values.push_back(ranks_suffice ? row->p_value : row->spread_p);
  const std::vector<double> corrected = CorrectForAll(p_values);
  for (size_t i = 0; i < rows.size(); ++i) {
    const double least = ranks_suffice ? 0 : rows[i]->p_value;
    rows[i]->p_value = std::max(least, corrected[i]);
  }
}

void Comparison::JudgeAll(std::vector<Change*> rows) const {
  std::erase_if(rows, [](const Change* row) { return row->verdict != Verdict::kNone; });
  CorrectAll(rows);
  for (Change* const row : rows) Judge(*row);
}

bool Comparison::MayBeChanged(const Change& change) {
  return change.is_exact || change.p_value < kSignificance;
}

Change Comparison::OfOneAmong(size_t all, std::span<const double> base,
                              std::span<const double> next) const {
  Change change = Of(base, next);
  const auto rows = static_cast<double>(all);
  change.p_value =
      std::min({1.0, change.p_value * rows, std::max(change.p_value, change.spread_p * rows)});
  Judge(change);
  return change;
}

void Comparison::Judge(Change& change) const {
  if (!gives_verdicts_) {
    change.verdict = Verdict::kUnclear;
    return;
  }
  const double tolerance = ToleranceOf(change);
  if (-tolerance <= change.low && change.high <= tolerance) {
    change.verdict = Verdict::kSame;
  } else if (change.is_exact ||
             (change.p_value < kSignificance && (change.low > 0 || change.high < 0))) {
    const bool is_more = change.is_exact ? change.delta > 0 : change.low > 0;
    change.verdict = is_more ? Verdict::kSlower : Verdict::kFaster;
  } else {
    change.verdict = Verdict::kUnclear;
    if (knows_noise_of_runs()) {
      change.more_runs = MoreRuns(change);
    } else {
      (are_runs_ ? change.more_runs : change.more_steps) = MoreSamples(change);
    }
  }
}

double Comparison::NeededWidth(const Change& change) const {
  const double delta = std::abs(change.delta);
  return std::max(delta, ToleranceOf(change) - delta);
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
  const double needed = NeededWidth(change);
  if (!(needed > 0)) return kAbsentReal;
  const double factor = half / needed;
  const auto per_block = static_cast<double>(std::max(base_block_, new_block_));
  return std::max(least, std::ceil(fewer * (factor * factor - 1) * per_block));
}

}  // namespace profiler
