#include "profiler/sql/tables/row_table.h"

#include <algorithm>
#include <string_view>
#include <utility>

namespace profiler::sql {
namespace {

// How two cells of a column of integers compare; null comes first.
int Compare(const Cell& a, const Cell& b) {
  const bool is_null = a.kind == Cell::Kind::kNull;
  if (is_null != (b.kind == Cell::Kind::kNull)) return is_null ? -1 : 1;
  return a.integer == b.integer ? 0 : a.integer < b.integer ? -1 : 1;
}

// The first of the columns, as many as rows are sorted by.
std::vector<size_t> KeptOrder(TableReader& reader, size_t rows, std::vector<size_t> columns) {
  std::vector<Cell> last(columns.size());
  for (size_t row = 0; row < rows && !columns.empty(); ++row) {
    bool is_same = row > 0;  // as the row before, in the columns up to this one
    for (size_t i = 0; i < columns.size(); ++i) {
      const Cell cell = reader.At(row, columns[i]);
      const int order = is_same ? Compare(last[i], cell) : -1;
      if (order > 0) columns.resize(i);
      is_same = order == 0;
      last[i] = cell;
    }
  }
  return columns;
}

}  // namespace

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

std::vector<size_t> RowTable::order() const {
  if (!order_) order_ = declared_.empty() ? declared_ : KeptOrder(*Open(), size(), declared_);
  return *order_;
}

std::vector<RowColumn> RowTable::Declare(const TableInfo& info, RowColumns columns) {
  columns_ = std::move(columns.shown);
  declared_ = SortedBy(info, columns_);
  return std::move(columns.read);
}

}  // namespace profiler::sql
