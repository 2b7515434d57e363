#ifndef PROFILER_RENDER_TEXT_TEXT_TABLE_H_
#define PROFILER_RENDER_TEXT_TEXT_TABLE_H_

#include <cstddef>
#include <string>
#include <string_view>

#include "profiler/report/report.h"

namespace profiler {

// The row's name on one line, behind blanks for each level of its depth.
std::string IndentedName(const Row& row, bool unicode);

// What a cell of a table shows to a person: scaled units, "-" for what is not recorded.
std::string CellText(const ReportColumn& column, size_t row);

// Whether its cells stand at the right.
inline bool IsNumeric(const ReportColumn& column) {
  return column.type == ColumnType::kNumber || column.type == ColumnType::kReal;
}
// What stands above them.
inline std::string_view TitleOf(const ReportColumn& column) {
  return column.title.empty() ? column.name : column.title;
}

// The rows under their columns' titles, aligned.
void AppendTextTable(const Report& report, std::string& out);

}  // namespace profiler

#endif  // PROFILER_RENDER_TEXT_TEXT_TABLE_H_
