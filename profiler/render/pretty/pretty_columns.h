// Converts columns of a Report to columns of a grid.
#ifndef PROFILER_RENDER_PRETTY_PRETTY_COLUMNS_H_
#define PROFILER_RENDER_PRETTY_PRETTY_COLUMNS_H_

#include <cstddef>
#include <string>
#include <vector>

#include "profiler/render/pretty/grid.h"
#include "profiler/report/report.h"

namespace profiler {

// The title of a column, which may wrap between words. Columns of ops use their short names,
// because tfprof's titles are long.
std::string PrettyTitle(const Report& report, const ReportColumn& column, const Screen& screen);

// A column of the given cells. For `least` see GridColumn.
GridColumn CellsColumn(std::string title, bool right, std::vector<GridCell> cells,
                       size_t least = 0);

// A column of the rows' own values, with scaled numbers and series as sparklines. `report` and its
// `column` must outlive the result.
GridColumn OwnColumn(const Report& report, const ReportColumn& column, const Screen& screen);
// A column of totals, for trees.
GridColumn TotalColumn(const Report& report, const ReportColumn& column, const Screen& screen);

GridColumn PercentColumn(std::string title, const std::vector<double>& shares);
GridColumn BarColumn(const std::vector<double>& shares, const Screen& screen);

}  // namespace profiler

#endif  // PROFILER_RENDER_PRETTY_PRETTY_COLUMNS_H_
