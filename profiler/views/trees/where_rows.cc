#include "profiler/views/trees/where_rows.h"

#include <algorithm>
#include <utility>

namespace profiler {
namespace {

using Kind = WhereColumn::Kind;

// All columns of tfprof's views.
std::vector<ReportColumn> AllFieldColumns(ColumnOrder order) {
  Query query;
  for (const FieldInfo& field : AllFields()) query.select.insert(field.field);
  return MakeColumns(query, order);
}

}  // namespace

std::vector<RowCondition::Column> RowCondition::AllColumns(Shape shape, ColumnOrder order) {
  std::vector<Column> columns;
  const auto add = [&](const std::string& name, Kind kind, Unit unit, Facet facet,
                       const ReportColumn& source) {
    columns.push_back({{name, kind, unit}, facet, source});
  };
  add("name", Kind::kText, Unit::kNone, Facet::kName, {});
  if (shape == Shape::kTree) add("depth", Kind::kNumber, Unit::kCount, Facet::kDepth, {});
  for (const ReportColumn& column : AllFieldColumns(order)) {
    if (column.type == ColumnType::kList) {
      add(column.name, Kind::kList, Unit::kNone, Facet::kTexts, column);
      continue;
    }
    const bool counts = column.field == Field::kOccurrence;
    std::vector<std::string> names = {column.name};
    // What -select calls it, too.
    if (column.name == "run_count") names.emplace_back(Info(Field::kOccurrence).name);
    for (const std::string& name : names) {
      add(name, Kind::kNumber, column.unit, Facet::kOwn, column);
      const std::string total = "total_" + name;
      if (shape == Shape::kTree || !counts) {
        add(total, Kind::kNumber, column.unit, Facet::kTotal, column);
      }
      if (shape != Shape::kRanked || counts) continue;
      add("share_" + name, Kind::kNumber, Unit::kShare, Facet::kShare, column);
      add("share_" + total, Kind::kNumber, Unit::kShare, Facet::kShareTotal, column);
    }
  }
  return columns;
}

std::vector<WhereColumn> RowCondition::ColumnsOf(Shape shape, ColumnOrder order) {
  std::vector<WhereColumn> named;
  for (Column& column : AllColumns(shape, order)) named.push_back(std::move(column.named));
  return named;
}

RowCondition::RowCondition(const Query& query, Shape shape, ColumnOrder order)
    : where_(query.where) {
  if (where_.all()) return;
  const std::vector<Column> all = AllColumns(shape, order);
  for (const std::string& name : where_.columns()) {
    const auto named = [&](const Column& column) { return column.named.name == name; };
    const auto it = std::find_if(all.begin(), all.end(), named);
    columns_.push_back(it == all.end() ? Column() : *it);
  }
}

WhereValue RowCondition::ValueOf(const Column& column, const WhereRow& row) {
  const ReportColumn& source = column.source;
  switch (column.facet) {
    case Facet::kName:
      return std::string(row.name);
    case Facet::kDepth:
      return WhereInteger{row.depth, Unit::kCount};
    case Facet::kOwn:
      if (row.own == nullptr) return std::monostate();
      return WhereIntegerOrNull(profiler::ValueOf(source, *row.own), source.unit);
    case Facet::kTotal:
      return WhereIntegerOrNull(profiler::ValueOf(source, *row.total), source.unit);
    case Facet::kShare:
    case Facet::kShareTotal:
      return WhereReal{row.share(source, column.facet == Facet::kShareTotal), Unit::kShare};
    case Facet::kTexts:
      return row.texts(source);
    case Facet::kNone:
      break;
  }
  return std::monostate();
}

bool RowCondition::Holds(const WhereRow& row) const {
  return where_.Holds([&](size_t column) { return ValueOf(columns_[column], row); });
}

}  // namespace profiler
