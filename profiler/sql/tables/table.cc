#include "profiler/sql/tables/table.h"

#include <algorithm>

namespace profiler::sql {
namespace {

// Whether the value of a sorted column is below `least`. Null comes first.
bool IsBelow(const Cell& cell, int64_t least) {
  return cell.kind != Cell::Kind::kInteger || cell.integer < least;
}

}  // namespace

std::string_view SqlName(CellType type) {
  switch (type) {
    case CellType::kInteger:
      return "INTEGER";
    case CellType::kReal:
      return "REAL";
    case CellType::kText:
      return "TEXT";
  }
  return "";
}

bool Table::narrows(size_t column) const {
  const std::vector<size_t> sorted_by = order();
  return column == kId || (!sorted_by.empty() && sorted_by.front() == column);
}

double Table::RowsLeft(size_t column, bool is_equality, double rows) const {
  if (is_equality) return column == kId ? 1 : std::max(1.0, rows / 100);
  return std::max(1.0, rows / 20);
}

void Table::Narrow(size_t column, const Bounds& bounds, std::vector<RowRange>& ranges) const {
  const RowRange all = {0, size()};
  if (bounds.least > bounds.most) return ranges.clear();
  if (column == kId) {
    const auto rows = static_cast<int64_t>(all.last);
    const int64_t first = std::clamp<int64_t>(bounds.least, 0, rows);
    const int64_t most = std::clamp<int64_t>(bounds.most, -1, rows - 1);
    return Cut({static_cast<size_t>(first), static_cast<size_t>(most + 1)}, ranges);
  }
  const std::unique_ptr<TableReader> reader = Open();
  const size_t first =
      FirstRow(all, [&](size_t row) { return IsBelow(reader->At(row, column), bounds.least); });
  const size_t last = FirstRow({first, all.last}, [&](size_t row) {
    return reader->At(row, column).integer <= bounds.most;
  });
  Cut({first, last}, ranges);
}

void Cut(RowRange to, std::vector<RowRange>& ranges) {
  for (RowRange& range : ranges) {
    range.first = std::max(range.first, to.first);
    range.last = std::min(range.last, to.last);
  }
  std::erase_if(ranges, [](const RowRange& range) { return range.first >= range.last; });
}

}  // namespace profiler::sql
