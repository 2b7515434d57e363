#ifndef PROFILER_VIEWS_TREES_STATISTIC_COLUMNS_H_
#define PROFILER_VIEWS_TREES_STATISTIC_COLUMNS_H_

#include <vector>

#include "profiler/analysis/values/op_values.h"
#include "profiler/analysis/values/step_statistic.h"
#include "profiler/report/report.h"

namespace profiler {

// Converts values by step to a series of a report. Times are in microseconds, other values in their
// own unit.
std::vector<double> ReportedSeries(const StepSeries& series, Unit unit);
// Adds the statistic to a report whose columns are already set: an empty `per_step_...` column
// after each column with values by step, and notes.
void AddStatistic(const StepSource& source, const OpValues& values, Report& report);

}  // namespace profiler

#endif  // PROFILER_VIEWS_TREES_STATISTIC_COLUMNS_H_
