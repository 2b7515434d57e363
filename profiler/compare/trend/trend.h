// How measures of a job change from run to run.
#ifndef PROFILER_COMPARE_TREND_TREND_H_
#define PROFILER_COMPARE_TREND_TREND_H_

#include <vector>

#include "profiler/compare/trend/trend_values.h"
#include "profiler/report/report.h"

namespace profiler {

// Puts the runs in the order of their recording if all that could be opened have a time, and
// returns whether it did. Those that could not be opened keep their place behind the run before.
bool SortByTime(std::vector<TrendRun>& runs);

// A row per run, and sections: the changes of each measure, and each measure's values.
Report TrendReport(const std::vector<TrendMeasure>& measures, const std::vector<TrendRun>& runs,
                   bool is_by_time);

// The columns and the sections of a trend, without rows.
std::vector<ReportColumn> TrendColumns(const std::vector<TrendMeasure>& measures);
std::vector<Report> TrendTables();

}  // namespace profiler

#endif  // PROFILER_COMPARE_TREND_TREND_H_
