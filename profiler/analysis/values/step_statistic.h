// -stat: what stands for the values that a row has in several steps.
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

// Whose values a statistic is of: what the ops of a row itself did in each step.
struct StepSource {
  using Add = std::function<void(int32_t row, Measure measure, StepSeries& series)>;

  Statistic statistic = Statistic::kMean;  // of a mean, the rest is empty
  std::vector<Measure> measures;           // that the answer depends on
  StepSeries empty;                        // a series of nothing
  Add add;

  // Row values are not sums of the ops' means.
  bool by_row() const { return statistic != Statistic::kMean && statistic != Statistic::kPerStep; }
};

StepSource MakeStepSource(const Query& query, const OpValues& values, StepSource::Add add);

// What steps have values of: all measures but params.
inline constexpr std::array<Measure, kMeasureCount - 1> kStepMeasures = {
    Measure::kBytes,       Measure::kPeakBytes, Measure::kResidualBytes,
    Measure::kOutputBytes, Measure::kMicros,    Measure::kAcceleratorMicros,
    Measure::kCpuMicros,   Measure::kFloatOps,  Measure::kOccurrence,
};

// The statistic of series, one after another. kAbsent: nothing ran.
class StatisticOf {
 public:
  explicit StatisticOf(Statistic statistic) : statistic_(statistic) {}
  Value operator()(const StepSeries& series);

 private:
  const Statistic statistic_;
  std::vector<Value> known_;
};

// Replaces the measures of rows in which something ran. The others keep theirs: 0, or not known.
using SetValue = std::function<void(int32_t row, Measure measure, Value value)>;
absl::Status ApplyToOwn(const StepSource& source, const SetValue& set_own, int32_t rows,
                        const RunContext& context);

// A forest of rows, parents before children, of which only some are in it.
struct StepTree {
  const std::vector<int32_t>& parent;  // negative: none
  const std::vector<char>& included;
  std::function<void(int32_t row, Measure measure, StepSeries& series)> add_own;
};
// Visits the rows from the last to the first with the series of all below them and themselves.
absl::Status AddUpSteps(const StepTree& tree, const StepSeries& empty, Measure measure,
                        const RunContext& context,
                        const std::function<void(int32_t row, const StepSeries& total)>& visit);
// ApplyToOwn for the totals of such rows.
absl::Status ApplyToTotals(const StepTree& tree, const StepSource& source,
                           const RunContext& context, const SetValue& set_total);

// "1..3,1050", as -step takes them; "?" for a step without a number. Where several runs have steps
// of one number, each is told.
std::string StepList(const std::vector<int64_t>& numbers);

}  // namespace profiler

#endif  // PROFILER_ANALYSIS_VALUES_STEP_STATISTIC_H_
