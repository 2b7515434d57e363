// Statistics of a row's values over several steps (-stat).
#ifndef PROFILER_ANALYSIS_VALUES_STEP_STATISTIC_H_
#define PROFILER_ANALYSIS_VALUES_STEP_STATISTIC_H_

#include <array>
#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "profiler/analysis/values/op_values.h"
#include "profiler/analysis/values/step_values.h"
#include "profiler/base/run_context.h"
#include "profiler/base/value.h"
#include "profiler/query/query.h"

namespace profiler {

// The input of a statistic: the values of a row's own ops in each step.
struct StepSource {
  using Add = std::function<void(int32_t row, Measure measure, StepSeries& series)>;

  Statistic statistic = Statistic::kMean;  // for kMean the other members are empty
  std::vector<Measure> measures;           // the measures that the report depends on
  std::vector<Measure> series;             // those with series, for Statistic::kPerStep
  StepSeries empty;                        // a series without values
  int64_t step_count = 0;
  Add add;

  // Whether the statistic must be computed for each row, because it is not a sum over the row's
  // ops.
  bool by_row() const { return statistic != Statistic::kMean && statistic != Statistic::kPerStep; }
};

// The statistic of a question that names none: the mean per step that adds up. tfprof's quirks have
// the mean of each op over the steps in which it ran, and so have several runs, whose steps are not
// the same.
Statistic DefaultStatistic(const Selected& selected, bool compat_tfprof);

StepSource MakeStepSource(const Query& query, const OpValues& values, StepSource::Add add);

// The measures that have values by step: all except params.
inline constexpr std::array<Measure, kMeasureCount - 1> kStepMeasures = {
    Measure::kBytes,       Measure::kPeakBytes, Measure::kResidualBytes,
    Measure::kOutputBytes, Measure::kMicros,    Measure::kAcceleratorMicros,
    Measure::kCpuMicros,   Measure::kFloatOps,  Measure::kOccurrence,
};

// Computes a statistic for one series at a time. Returns kAbsent if nothing ran. What ran outside
// of steps counts in sums only; a series with nothing else has its total.
class StatisticOf {
 public:
  StatisticOf(Statistic statistic, int64_t step_count)
      : statistic_(statistic), step_count_(step_count) {}
  explicit StatisticOf(const StepSource& source)
      : StatisticOf(source.statistic, source.step_count) {}
  Value operator()(const StepSeries& series);

 private:
  const Statistic statistic_;
  const int64_t step_count_;
  std::vector<Value> known_;
};

// Calls `set_own` with the statistic for each row in which something ran. Other rows keep their
// values, which are 0 or unknown.
using SetValue = std::function<void(int32_t row, Measure measure, Value value)>;
absl::Status ApplyToOwn(const StepSource& source, const SetValue& set_own, int32_t rows,
                        const RunContext& context);

// A forest of rows, parents before children. Some rows are not included.
struct StepTree {
  const std::vector<int32_t>& parent;  // negative if there is none
  const std::vector<char>& included;
  std::function<void(int32_t row, Measure measure, StepSeries& series)> add_own;
  int32_t apart = -1;  // a row that its parent's total does not include; negative if there is none
};
// Calls `visit` for the rows from last to first, with the summed series of each row's subtree.
absl::Status AddUpSteps(const StepTree& tree, const StepSeries& empty, Measure measure,
                        const RunContext& context,
                        const std::function<void(int32_t row, const StepSeries& total)>& visit);
// As ApplyToOwn, but for the totals of the rows of `tree`.
absl::Status ApplyToTotals(const StepTree& tree, const StepSource& source,
                           const RunContext& context, const SetValue& set_total);

// Lists step numbers in the syntax of -step, e.g. "1..3,1050"; "?" stands for a step without a
// number. A number that occurs in several runs is repeated.
std::string StepList(const std::vector<int64_t>& numbers);

}  // namespace profiler

#endif  // PROFILER_ANALYSIS_VALUES_STEP_STATISTIC_H_
