#include "profiler/report/row_filter.h"

#include <algorithm>
#include <utility>

namespace profiler {
namespace {

using Kind = WhereColumn::Kind;
using Part = FilterColumn::Part;

Kind KindOf(ColumnType type) {
  switch (type) {
    case ColumnType::kNumber:
    case ColumnType::kReal:
      return Kind::kNumber;
    case ColumnType::kFlag:
      return Kind::kFlag;
    case ColumnType::kText:
      return Kind::kText;
    case ColumnType::kList:
    case ColumnType::kInputShapeUses:  // the shapes are compared
      return Kind::kList;
    case ColumnType::kSeries:
    case ColumnType::kTensor:
      break;
  }
  return Kind::kOther;
}

// The column's name in machine formats, and the one for -select if it differs.
std::vector<std::string> NamesOf(const ReportColumn& column) {
  if (column.role == ColumnRole::kDefinedCount || SelectName(column) == column.name) {
    return {column.name};
  }
  return {column.name, SelectName(column)};
}

void AddNumber(Shape shape, const ReportColumn& column, size_t number,
               std::vector<FilterColumn>& columns) {
  for (const std::string& name : NamesOf(column)) {
    for (const ValueKind kind : ValueKinds(shape, column)) {
      const Unit unit = IsShare(kind) ? Unit::kShare : column.unit;
      columns.push_back({{NameOf(kind, name), Kind::kNumber, unit}, Part::kCell, number, kind});
    }
  }
}

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
      if (column.words[row].empty() && !column.keeps_empty) return std::monostate();
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

WhereValue WhereIntegerOrNull(Value value, Unit unit) {
  if (value == kAbsent) return std::monostate();
  return WhereInteger{value, unit};
}

std::vector<FilterColumn> FilterColumns(Shape shape, const std::vector<ReportColumn>& columns) {
  const bool has_ops = shape == Shape::kTree || shape == Shape::kRanked;
  const FilterColumn name = {{"name", Kind::kText, Unit::kNone}, Part::kName};
  std::vector<FilterColumn> named;
  if (has_ops) named.push_back(name);
  if (shape == Shape::kTree)
    named.push_back({{"depth", Kind::kNumber, Unit::kCount}, Part::kDepth});
  for (size_t i = 0; i < columns.size(); ++i) {
    const ReportColumn& column = columns[i];
    if (column.type == ColumnType::kTensor) continue;
    if (column.type == ColumnType::kNumber) {
      AddNumber(shape, column, i, named);
    } else {
      named.push_back({{column.name, KindOf(column.type), column.unit}, Part::kCell, i});
    }
  }
  const auto is_name = [](const FilterColumn& one) { return one.named.name == "name"; };
  if (std::none_of(named.begin(), named.end(), is_name)) named.push_back(name);
  return named;
}

RowFilter::RowFilter(const Where& where, Shape shape, const std::vector<ReportColumn>& columns)
    : where_(where) {
  if (where.all()) return;
  const std::vector<FilterColumn> all = FilterColumns(shape, columns);
  for (const std::string& name : where.columns()) {
    const auto it = std::find_if(all.begin(), all.end(), [&](const FilterColumn& column) {
      return column.named.name == name;
    });
    columns_.push_back(it == all.end() ? FilterColumn() : *it);
  }
}

bool RowFilter::Passes(const std::function<WhereValue(const FilterColumn&)>& value) const {
  return where_.Holds([&](size_t number) -> WhereValue {
    const FilterColumn& column = columns_[number];
    return column.part == Part::kNone ? std::monostate() : value(column);
  });
}

bool RowFilter::PassesRow(const Report& table, size_t row) const {
  return Passes([&](const FilterColumn& column) -> WhereValue {
    if (column.part == Part::kName) return std::string(table.rows[row].name);
    if (column.part == Part::kDepth) return WhereInteger{table.rows[row].depth, Unit::kCount};
    const ReportColumn& of = table.columns[column.column];
    if (column.kind == ValueKind::kTotal) return WhereIntegerOrNull(of.total[row], of.unit);
    return CellOf(of, row);
  });
}

}  // namespace profiler
