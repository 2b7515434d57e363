// The columns of a Report as columns of a grid.
#ifndef PROFILER_RENDER_PRETTY_PRETTY_COLUMNS_H_
#define PROFILER_RENDER_PRETTY_PRETTY_COLUMNS_H_

#include <cstddef>
#include <string>
#include <vector>

#include "profiler/render/pretty/grid.h"
#include "profiler/report/report.h"

namespace profiler {

// `least` as in GridColumn.
GridColumn CellsColumn(std::string title, bool right, std::vector<GridCell> cells,
                       size_t least = 0);

// Its own values: numbers scaled, series as sparklines. They hold on to `report`, and to `column`,
// which is one of its.
GridColumn OwnColumn(const Report& report, const ReportColumn& column, const Screen& screen);
// Of a tree.
GridColumn TotalColumn(const ReportColumn& column, const Screen& screen);

GridColumn PercentColumn(std::string title, const std::vector<double>& shares);
GridColumn BarColumn(const std::vector<double>& shares, const Screen& screen);

}  // namespace profiler

#endif  // PROFILER_RENDER_PRETTY_PRETTY_COLUMNS_H_
