#include "profiler/compare/check/run_medians.h"

#include <cmath>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "profiler/analysis/selection/runs.h"
#include "profiler/base/status.h"
#include "profiler/compare/check/measured_runs.h"
#include "profiler/compare/samples/sample_axis.h"
#include "profiler/compare/stats/median.h"

namespace profiler {

absl::StatusOr<bool> TakeMediansOfRuns(const CheckTools& tools, const MeasureExpression& measure,
                                       const Selected& selected, const Query& query,
                                       RunContext& context, Measured& measured) {
  const bool is_each = measure.function == MeasureFunction::kEach;
  if (measured.rows.empty() || !RunsOf(selected.profile()).are_several()) return false;
  if (is_each && tools.view(measure).rows_are_steps) return false;
  const absl::StatusOr<SampleAxis> axis = AxisOfMeasure(tools, measure, selected, query, context);
  PROFILER_RETURN_IF_ERROR(context.Check());
  if (!axis.ok() || axis->runs.size() < 2) return false;
  PROFILER_ASSIGN_OR_RETURN(
      const std::vector<Measured> in_runs,
      MeasureRuns(tools, measure, *axis, measured.is_per_step, query, context));
  std::vector<double> values;
  std::map<std::vector<std::string>, std::vector<double>> of_rows;
  for (const Measured& in_run : in_runs) {
    if (!std::isnan(in_run.value)) values.push_back(in_run.value);
    for (const MeasuredRow& row : in_run.rows) of_rows[row.key].push_back(row.value);
  }
  if (!values.empty()) measured.value = MedianOf(values);
  measured.of_runs = std::move(values);
  for (MeasuredRow& row : measured.rows) {
    if (const auto it = of_rows.find(row.key); it != of_rows.end())
      row.value = MedianOf(it->second);
  }
  return true;
}

}  // namespace profiler
