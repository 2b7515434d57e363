// The cells of a measured column of a comparison, made of those of both sides.
#ifndef PROFILER_COMPARE_VIEWS_COMPARED_CELLS_H_
#define PROFILER_COMPARE_VIEWS_COMPARED_CELLS_H_

#include <string_view>
#include <vector>

#include "profiler/compare/views/row_changes.h"
#include "profiler/compare/views/row_union.h"
#include "profiler/report/compared/compared_columns.h"
#include "profiler/report/report.h"

namespace profiler {

// A part of a column of reals. A side that lacks the column is null.
void FillComparedReals(ComparedPart part, const ReportColumn* base, const ReportColumn* next,
                       const std::vector<UnitedRow>& rows, std::vector<double>& to);
// A part of a column of numbers, in trees with totals. `of` is its header. Without the column on a
// side nothing is known of it there.
void FillComparedNumbers(ComparedPart part, const ComparedTables& tables, const ReportColumn& of,
                         const std::vector<UnitedRow>& rows, ReportColumn& to);
// The column of that name; null if there is none.
const ReportColumn* ColumnNamed(const Report& report, std::string_view name);

}  // namespace profiler

#endif  // PROFILER_COMPARE_VIEWS_COMPARED_CELLS_H_
