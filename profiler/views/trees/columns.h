#ifndef PROFILER_VIEWS_TREES_COLUMNS_H_
#define PROFILER_VIEWS_TREES_COLUMNS_H_

#include <vector>

#include "profiler/analysis/values/op_values.h"
#include "profiler/query/query.h"
#include "profiler/report/report.h"

namespace profiler {

// tfprof orders its columns in two ways, by view.
enum class ColumnOrder { kCountsFirst, kBytesFirst };

// The columns that the query selects, without values. Of number columns `micros` stands for three.
std::vector<ReportColumn> MakeColumns(const Query& query, ColumnOrder order);

// The fields the query selects, by name.
std::vector<Field> SelectedByName(const Query& query);

// The value that a number column of MakeColumns shows of `values`.
Value ValueOf(const ReportColumn& column, const Values& values);

}  // namespace profiler

#endif  // PROFILER_VIEWS_TREES_COLUMNS_H_
