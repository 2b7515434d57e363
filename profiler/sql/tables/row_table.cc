#include "profiler/sql/tables/row_table.h"

#include <algorithm>
#include <string_view>

namespace profiler::sql {

std::vector<size_t> SortedBy(const TableInfo& info, const std::vector<TableColumn>& columns) {
  std::vector<size_t> sorted_by;
  std::string_view rest = info.sorted_by;
  while (!rest.empty()) {
    const std::string_view name = rest.substr(0, rest.find(", "));
    rest.remove_prefix(std::min(rest.size(), name.size() + 2));
    const auto declared =
        std::find_if(info.columns.begin(), info.columns.end(),
                     [&](const ColumnInfo& column) { return column.name == name; });
    const auto shown = std::find_if(columns.begin(), columns.end(),
                                    [&](const TableColumn& column) { return column.name == name; });
    // Unknown ids sort last in the store, but null sorts first in SQL.
    if (declared == info.columns.end() || shown == columns.end() || !declared->null.empty()) break;
    if (shown->type != CellType::kInteger) break;
    sorted_by.push_back(static_cast<size_t>(shown - columns.begin()));
  }
  return sorted_by;
}

}  // namespace profiler::sql
