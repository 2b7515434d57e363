#include "profiler/report/table_where.h"

#include <string>

namespace profiler {
namespace {

WhereValue CellOf(const ReportColumn& column, size_t row) {
  switch (column.type) {
    case ColumnType::kNumber:
      return WhereIntegerOrNull(column.own[row], column.unit);
    case ColumnType::kReal:
      return WhereReal{column.reals[row], column.unit};
    case ColumnType::kFlag:
      if (column.own[row] == kAbsent) return std::monostate();
      return column.own[row] != 0;
    case ColumnType::kText:
      if (column.words[row].empty()) return std::monostate();
      return column.words[row];
    case ColumnType::kList:
      return column.texts[row];
    case ColumnType::kSeries:
      if (column.series[row].empty()) return std::monostate();
      return true;
    case ColumnType::kInputShapeUses:
    case ColumnType::kTensor:
      break;
  }
  return std::monostate();
}

}  // namespace

WhereColumn::Kind WhereKindOf(ColumnType type) {
  switch (type) {
    case ColumnType::kNumber:
    case ColumnType::kReal:
      return WhereColumn::Kind::kNumber;
    case ColumnType::kFlag:
      return WhereColumn::Kind::kFlag;
    case ColumnType::kText:
      return WhereColumn::Kind::kText;
    case ColumnType::kList:
      return WhereColumn::Kind::kList;
    case ColumnType::kSeries:
    case ColumnType::kInputShapeUses:
    case ColumnType::kTensor:
      break;
  }
  return WhereColumn::Kind::kOther;
}

WhereValue WhereIntegerOrNull(Value value, Unit unit) {
  if (value == kAbsent) return std::monostate();
  return WhereInteger{value, unit};
}

bool TableRowHolds(const Where& where, const Report& report, size_t row) {
  return where.Holds([&](size_t number) -> WhereValue {
    const std::string& name = where.columns()[number];
    for (const ReportColumn& column : report.columns) {
      if (column.name == name) return CellOf(column, row);
    }
    if (name == "name") return std::string(report.rows[row].name);
    return std::monostate();
  });
}

}  // namespace profiler
