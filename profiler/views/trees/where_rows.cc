#include "profiler/views/trees/where_rows.h"

namespace profiler {
namespace {

WhereValue CellOfRow(const WhereRow& row, const ReportColumn& column, ValueKind kind) {
  if (column.type == ColumnType::kList) return row.texts(column);
  switch (kind) {
    case ValueKind::kOwn:
      if (row.own == nullptr) return std::monostate();
      return WhereIntegerOrNull(ValueOf(column, *row.own), column.unit);
    case ValueKind::kTotal:
      return WhereIntegerOrNull(ValueOf(column, *row.total), column.unit);
    case ValueKind::kShare:
    case ValueKind::kShareTotal:
      return WhereReal{row.share(column, kind == ValueKind::kShareTotal), Unit::kShare};
  }
  return std::monostate();
}

}  // namespace

bool RowCondition::Holds(const WhereRow& row) const {
  return filter_.Passes([&](const FilterColumn& asked) -> WhereValue {
    if (asked.part == FilterColumn::Part::kName) return std::string(row.name);
    if (asked.part == FilterColumn::Part::kDepth) return WhereInteger{row.depth, Unit::kCount};
    return CellOfRow(row, columns_[asked.column], asked.kind);
  });
}

}  // namespace profiler
