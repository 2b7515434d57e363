// Cells of a comparison that are taken from one side as they are: texts, series, and what is not
// measured.
#ifndef PROFILER_COMPARE_VIEWS_UNITED_CELLS_H_
#define PROFILER_COMPARE_VIEWS_UNITED_CELLS_H_

#include <vector>

#include "profiler/compare/views/row_union.h"
#include "profiler/report/report.h"

namespace profiler {

// Fills `to` with the cells of the new report's column, or of the base's where only that has the
// row. A column is null where a side lacks it.
void CopyColumn(const ReportColumn* base, const ReportColumn* next,
                const std::vector<UnitedRow>& rows, ReportColumn& to);

// Fills `to` with the series of the base; empty ones where it lacks the row.
void FillBaseSeries(const ReportColumn* base, const std::vector<UnitedRow>& rows,
                    std::vector<std::vector<double>>& to);

}  // namespace profiler

#endif  // PROFILER_COMPARE_VIEWS_UNITED_CELLS_H_
