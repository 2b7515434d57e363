// The samples of a measure in one of two profiles: its values in each whole step, or in each run.
#ifndef PROFILER_COMPARE_CHECK_SIDE_SAMPLES_H_
#define PROFILER_COMPARE_CHECK_SIDE_SAMPLES_H_

#include <optional>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "profiler/analysis/selection/selected.h"
#include "profiler/base/run_context.h"
#include "profiler/compare/check/check.h"
#include "profiler/compare/measure/measure.h"
#include "profiler/compare/samples/row_ids.h"
#include "profiler/compare/samples/sample_axis.h"
#include "profiler/compare/samples/view_samples.h"
#include "profiler/query/query.h"
#include "profiler/report/report.h"

namespace profiler {

// A measure in one profile, and the answer that it was read from.
struct SampledSide {
  const Selected& selected;
  const Report& report;
  const Measured& measured;
};

// Rows of SampledSide::measured: all, or one if the measure has no function.
using RowsOfSide = std::vector<const MeasuredRow*>;

// Takes samples of rows. The view is asked when rows are first sampled, and once for all rows.
class SideSamples {
 public:
  SideSamples(const CheckTools& tools, const MeasureExpression& measure, const SampledSide& side,
              SampleAxis axis, const Query& query, RunContext& context);

  const SampleAxis& axis() const { return axis_; }
  // Whether InSteps() may have samples: they are of own values, in trees of values with all below.
  bool has_step_column() const { return !column_.empty(); }

  // The measure in each run. Runs in which it finds nothing, or no finite value, are no samples.
  absl::StatusOr<std::vector<double>> InRuns(const RowsOfSide& rows);
  // The measure in each step. Empty if the rows or the column have no samples.
  absl::StatusOr<std::vector<double>> InSteps(const RowsOfSide& rows);
  // The same by run. Empty also if they are not known of each step.
  absl::StatusOr<std::vector<std::vector<double>>> InStepsOfRuns(const RowsOfSide& rows);
  // The values of rows that are steps.
  std::vector<double> OfRows(const RowsOfSide& rows) const;

 private:
  absl::StatusOr<const ViewSamples*> TakeSteps(bool with_series);
  std::vector<double> StepsOf(const ViewSamples& samples, const RowsOfSide& rows);

  const CheckTools& tools_;
  const MeasureExpression& measure_;
  const SampledSide side_;
  const SampleAxis axis_;
  const Query& query_;
  RunContext& context_;
  const std::string column_;  // the name under which samples of the values are taken
  std::optional<std::vector<Measured>> in_runs_;
  std::optional<ViewSamples> from_series_, step_by_step_;
  std::optional<std::vector<RowId>> ids_;  // of the report's rows
};

}  // namespace profiler

#endif  // PROFILER_COMPARE_CHECK_SIDE_SAMPLES_H_
