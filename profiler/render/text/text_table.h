#ifndef PROFILER_RENDER_TEXT_TEXT_TABLE_H_
#define PROFILER_RENDER_TEXT_TEXT_TABLE_H_

#include <cstddef>
#include <string>
#include <string_view>

#include "profiler/report/report.h"

namespace profiler {

// The row's name on one line, indented by its depth.
std::string IndentedName(const Row& row, bool unicode);

// A cell of a series in tfprof's views, with tfprof's units.
std::string SeriesCell(const ReportColumn& column, size_t row);

// Whether the column's cells are aligned right.
inline bool IsNumeric(const ReportColumn& column) {
  return column.type == ColumnType::kNumber || column.type == ColumnType::kReal;
}
// The column's header.
inline std::string_view TitleOf(const ReportColumn& column) {
  return column.title.empty() ? column.name : column.title;
}

// Appends the headers and the rows as aligned columns.
void AppendTextTable(const Report& report, std::string& out);

}  // namespace profiler

#endif  // PROFILER_RENDER_TEXT_TEXT_TABLE_H_
