// -where on the rows of a table.
#ifndef PROFILER_REPORT_TABLE_WHERE_H_
#define PROFILER_REPORT_TABLE_WHERE_H_

#include <cstddef>

#include "profiler/query/where/where.h"
#include "profiler/report/report.h"

namespace profiler {

// What -where compares a column of this type with.
WhereColumn::Kind WhereKindOf(ColumnType type);

// A number of a column as -where takes it.
WhereValue WhereIntegerOrNull(Value value, Unit unit);

// Whether -where holds for row `row` of a table. A column that the table does not have is unknown.
bool TableRowHolds(const Where& where, const Report& report, size_t row);

}  // namespace profiler

#endif  // PROFILER_REPORT_TABLE_WHERE_H_
