// One row of a comparison: how much a time changed, and whether the change is more than noise.
#ifndef PROFILER_COMPARE_CHANGE_H_
#define PROFILER_COMPARE_CHANGE_H_

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "profiler/base/value.h"
#include "profiler/compare/stats/rank_test.h"

namespace profiler {

// A p-value below this is hardly of chance.
inline constexpr double kSignificance = 0.05;

// kHigher and kLower are of values that are no times.
enum class Verdict : uint8_t {
  kNone,
  kAdded,
  kRemoved,
  kSame,
  kSlower,
  kFaster,
  kHigher,
  kLower,
  kUnclear
};
std::string_view Name(Verdict verdict);  // "" for kNone
// Of what is no time: more and less in place of slower and faster.
std::string_view NameOfAmount(Verdict verdict);

inline constexpr double kMostRunsShown = 100;

struct Change {
  double base = kAbsentReal, next = kAbsentReal;  // medians over steps; NaN if it did not run
  // The shift; the difference of the medians where that cannot be, as it is more than one of them
  // is; for added and removed rows, the whole time.
  double delta = kAbsentReal, low = kAbsentReal, high = kAbsentReal;
  double p_value = kAbsentReal;  // corrected for all rows by JudgeAll()
  double spread_p = 1;           // of Welch's test, where ranks may be too few to be corrected
  // Half of the 95 % interval of the means, where ranks are too few for an interval.
  double half_width = kAbsentReal;
  // All samples of each side are equal, so that nothing hides the difference: a count.
  bool is_exact = false;
  Verdict verdict = Verdict::kNone;
  // If unclear: about how many more samples would decide, steps or runs; runs also where the noise
  // between those of one side hides the change.
  double more_steps = kAbsentReal, more_runs = kAbsentReal;

  // Of more runs than anybody records a number says nothing.
  double shown_more_runs() const { return more_runs <= kMostRunsShown ? more_runs : kAbsentReal; }
  bool is_changed() const {
    return verdict != Verdict::kNone && verdict != Verdict::kSame && verdict != Verdict::kUnclear;
  }
  bool is_slower_or_faster() const {
    return verdict == Verdict::kSlower || verdict == Verdict::kFaster;
  }
  // Of the medians, which stand beside it: of skewed samples the shift is another part of them.
  double ratio() const { return base > 0 && !std::isnan(next) ? next / base : kAbsentReal; }
  // Whether the medians changed the other way than the shift.
  bool contradicts_medians() const { return (next - base) * delta < 0; }
  // The ratio beside the shift in a row: by the shift where the medians contradict it.
  double shown_ratio() const {
    return contradicts_medians() && base > 0 ? std::max(0.0, 1 + delta / base) : ratio();
  }
};

// A change by less than this part of the value is none.
inline constexpr double kDefaultTolerance = 0.01;

// Compares rows of two profiles by their values in each sample: a step, or a run.
class Comparison {
 public:
  // The lengths of the whole steps, or of those of runs. They decide whether blocks of steps are
  // compared.
  Comparison(const std::vector<double>& base_steps, const std::vector<double>& new_steps,
             double tolerance = kDefaultTolerance, bool are_runs = false);

  Change Of(std::span<const double> base, std::span<const double> next) const;

  // The changes of rows without their intervals, which take most of the time: a verdict needs Of().
  // Only if HasManySamples().
  struct RowValues {
    std::span<const double> base, next;
  };
  static constexpr size_t kAtOnce = RankTest::kAtOnce;
  std::array<Change, kAtOnce> ShiftsOf(const std::array<RowValues, kAtOnce>& rows) const;
  // Whether ranks alone decide, also after a correction for very many rows.
  bool HasManySamples() const;
  Change Added(std::span<const double> next) const;
  Change Removed(std::span<const double> base) const;

  // Corrects the p-values of a table's rows for their number and sets the verdicts. Of so few
  // samples that no test by ranks could withstand the correction, that of Welch's test is
  // corrected, and the p-value is the greater of it and that of ranks.
  void JudgeAll(std::vector<Change*> rows) const;
  // Only corrects them. Then some rows may be judged, as those that MayBeChanged().
  void CorrectAll(const std::vector<Change*>& rows) const;
  static bool MayBeChanged(const Change& change);
  // Sets the verdict of one row whose p-value is corrected.
  void Judge(Change& change) const;
  // The change of one of `all` rows that are compared each on its own, so that JudgeAll() cannot
  // correct them: with its p-value corrected for their number, and judged.
  Change OfOneAmong(size_t all, std::span<const double> base, std::span<const double> next) const;

  // The same for rows that are parts of a step that takes so long: a change of next to nothing of
  // it is none, whatever it is of the row.
  Comparison OfPartsOf(double step) const;

  // The same of profiles of which one lacks work that ran: each verdict is kUnclear.
  Comparison WithoutVerdicts() const;
  bool gives_verdicts() const { return gives_verdicts_; }

  // The same of steps of several runs, which end there. If one side has one run and the other at
  // least kLeastRunsOfNoise, how these differ is noise of the one, too.
  Comparison OfRuns(std::vector<size_t> base_ends, std::vector<size_t> new_ends) const;
  bool knows_noise_of_runs() const { return !base_ends_.empty(); }

  // A change of less than this part of the time is none.
  double tolerance() const;
  size_t base_block() const { return base_block_; }
  size_t new_block() const { return new_block_; }

 private:
  // A row's values as the test takes them.
  struct TestedRow;
  TestedRow Prepare(std::span<const double> base, std::span<const double> next) const;
  double MoreSamples(const Change& change) const;
  // The same of runs, if knows_noise_of_runs().
  double MoreRuns(const Change& change) const;
  // Adds what the runs of the side with several differ, if that is known.
  void AddNoiseOfRuns(std::span<const double> base, std::span<const double> next,
                      Change& change) const;
  // Half of an interval so wide tells the change from none, or from one of the tolerance.
  double NeededWidth(const Change& change) const;
  // A change of less than this, in the samples' unit, is none.
  double ToleranceOf(const Change& change) const;

  double tolerance_;
  double step_ = 0;  // of which rows are parts
  bool are_runs_;
  bool gives_verdicts_ = true;
  size_t base_block_, new_block_;  // steps per block; 1 for steps themselves
  size_t base_size_, new_size_;    // the numbers of blocks
  std::vector<size_t> base_ends_,
      new_ends_;  // of the steps of each run; empty if runs tell nothing
  RankTest test_;
};

}  // namespace profiler

#endif  // PROFILER_COMPARE_CHANGE_H_
