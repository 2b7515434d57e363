#ifndef PROFILER_VIEWS_NOTES_VALUES_ARE_H_
#define PROFILER_VIEWS_NOTES_VALUES_ARE_H_

#include "profiler/analysis/selection/selected.h"
#include "profiler/query/query.h"
#include "profiler/report/report.h"

namespace profiler {

// Says, for each table of a view's answer, what its values are: per step or in total, over which
// steps, and what shares are of. Sets Report::values_are from Report::values.
void DescribeValues(const Selected& selected, const Query& query, Report& report);

}  // namespace profiler

#endif  // PROFILER_VIEWS_NOTES_VALUES_ARE_H_
