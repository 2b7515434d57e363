// The values of a trend's measures in each run, taken so that those of unlike runs can be compared.
#ifndef PROFILER_COMPARE_TREND_TREND_VALUES_H_
#define PROFILER_COMPARE_TREND_TREND_VALUES_H_

#include <cstdint>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "profiler/analysis/selection/selected.h"
#include "profiler/base/unit.h"
#include "profiler/base/value.h"
#include "profiler/compare/check/measured_side.h"
#include "profiler/report/report.h"

namespace profiler {

struct TrendMeasure {
  std::string text;  // the expression, as given
  Unit unit = Unit::kNone;
  StepBasis basis = StepBasis::kNone;  // of the values that are shown
};

// What a measure is in a run; NaN if unknown.
struct TrendValue {
  double value = kAbsentReal;  // does not grow with the number of recorded steps
  double total = kAbsentReal;  // does
  bool is_per_step = false;    // `value` is what one whole step has
  bool is_in_steps = true;     // false if `value` is 0 because all ran outside the whole steps
  std::string absent = {};     // why there is no row of it, where it counts 0; else empty
};

// One profile of a trend.
struct TrendRun {
  std::string name;                    // its path, as given
  int64_t epoch_ns = kUnknown;         // when it was recorded
  std::vector<double> values;          // by measure, as chosen to be shown; NaN if unknown
  std::string problem = {};            // why it lacks a value; empty if it has all
  std::vector<TrendValue> taken = {};  // by measure; empty if it could not be opened
  std::string accelerators = {};       // their models; empty if unknown
};

// Takes the values that `check` takes of each of its sides. Of rows that a run lacks, where it has
// others, they are 0 (TrendValue::absent). Fails if the measure finds nothing else.
absl::StatusOr<TrendValue> TakeTrendValue(const MeasureTaker& taker, const Selected& selected);

// Shows of each measure the values, or the totals if few runs have values: a series of both would
// show changes that are none. Runs that lack what is shown get a problem, as all do where no run
// has a row of it. Returns a note for each measure whose totals are shown, or that some runs lack.
std::vector<Note> ChooseTrendValues(std::vector<TrendMeasure>& measures,
                                    std::vector<TrendRun>& runs);

bool HaveUnlikeAccelerators(const std::vector<TrendRun>& runs);
// "; accelerators changed there, too: B, before A" of a run on others than the run before it; empty
// if it is not, or unknown.
std::string AcceleratorsChanged(const std::vector<TrendRun>& runs, size_t at);

}  // namespace profiler

#endif  // PROFILER_COMPARE_TREND_TREND_VALUES_H_
