#ifndef PROFILER_VIEWS_TREES_STATISTIC_COLUMNS_H_
#define PROFILER_VIEWS_TREES_STATISTIC_COLUMNS_H_

#include <vector>

#include "profiler/analysis/values/op_values.h"
#include "profiler/analysis/values/step_statistic.h"
#include "profiler/report/report.h"

namespace profiler {

// The values of the steps as a series of a report: in microseconds and in the unit of others.
std::vector<double> ReportedSeries(const StepSeries& series, Unit unit);
// Adds what a report, which has its columns, says of the statistic: `per_step_...` behind the
// columns that have values by step, without values, and notes.
void AddStatistic(const StepSource& source, const OpValues& values, Report& report);

}  // namespace profiler

#endif  // PROFILER_VIEWS_TREES_STATISTIC_COLUMNS_H_
