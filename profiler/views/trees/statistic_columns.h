#ifndef PROFILER_VIEWS_TREES_STATISTIC_COLUMNS_H_
#define PROFILER_VIEWS_TREES_STATISTIC_COLUMNS_H_

#include <vector>

#include "profiler/analysis/values/op_values.h"
#include "profiler/analysis/values/step_statistic.h"
#include "profiler/report/report.h"

namespace profiler {

// The values of a series in a report: times are in microseconds, other values in their own unit.
std::vector<double> ReportedSeries(const StepSeries& series, Unit unit);
// Converts RealSeries() to it.
void ScaleSeries(Unit unit, std::vector<double>& series);
// Adds the statistic to a report whose columns are already set: an empty `per_step_...` column
// after each column with values by step, and notes.
void AddStatistic(const StepSource& source, const OpValues& values, Report& report);

}  // namespace profiler

#endif  // PROFILER_VIEWS_TREES_STATISTIC_COLUMNS_H_
