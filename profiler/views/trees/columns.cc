#include "profiler/views/trees/columns.h"

#include <algorithm>
#include <iterator>
#include <set>
#include <string>

#include "profiler/analysis/measures/asked_measures.h"

namespace profiler {
namespace {

using Columns = std::vector<ReportColumn>;

ReportColumn FromOpColumn(const OpColumn& of, ColumnType type, ColumnRole role) {
  ReportColumn column;
  column.name = of.name;
  column.measure = of.measure;
  column.type = type;
  column.role = role;
  column.unit = of.unit;
  column.title = of.title;
  column.description = of.description;
  return column;
}

ReportColumn NumberOf(Measure measure) {
  return FromOpColumn(Info(measure), ColumnType::kNumber, ColumnRole::kPlain);
}

ReportColumn ListOf(std::string_view name, ColumnRole role) {
  const auto it = std::find_if(OpColumns().begin(), OpColumns().end(),
                               [&](const OpColumn& column) { return column.name == name; });
  return FromOpColumn(*it, ColumnType::kList, role);
}

// A variable's shape, which is selected with its parameters.
ReportColumn ShapeColumn() {
  ReportColumn shape;
  shape.name = "shape";
  shape.select_name = Info(Measure::kParams).name;
  shape.type = ColumnType::kList;
  shape.role = ColumnRole::kShape;
  shape.description = "shape: The variable's shape, by dimension.";
  return shape;
}

ReportColumn RunColumn(ColumnOrder order) {
  ReportColumn runs = NumberOf(Measure::kOccurrence);
  runs.select_name = runs.name;
  runs.name = kRunCount;
  runs.description = "run_count: How often its ops ran.";
  if (order == ColumnOrder::kCountsFirst) runs.title = "op count (run|defined)";
  return runs;
}

ReportColumn DefinedColumn() {
  ReportColumn defined = NumberOf(Measure::kOccurrence);
  defined.select_name = defined.name;
  defined.name = "defined_count";
  defined.role = ColumnRole::kDefinedCount;
  defined.description = "defined_count: How many ops it stands for.";
  defined.title.clear();
  return defined;
}

Columns CountColumns(ColumnOrder order) {
  using enum Measure;
  if (order == ColumnOrder::kBytesFirst) return {NumberOf(kParams), NumberOf(kFloatOps)};
  return {NumberOf(kParams), ShapeColumn(), NumberOf(kFloatOps)};
}

Columns CostColumns() {
  using enum Measure;
  return {NumberOf(kBytes),       NumberOf(kPeakBytes), NumberOf(kResidualBytes),
          NumberOf(kOutputBytes), NumberOf(kMicros),    NumberOf(kAcceleratorMicros),
          NumberOf(kCpuMicros)};
}

}  // namespace

Columns TreeColumns(ColumnOrder order) {
  Columns columns;
  const auto add = [&](Columns more) {
    std::move(more.begin(), more.end(), std::back_inserter(columns));
  };
  if (order == ColumnOrder::kCountsFirst) add(CountColumns(order));
  add(CostColumns());
  if (order == ColumnOrder::kBytesFirst) add(CountColumns(order));
  add({ListOf(kDeviceColumn, ColumnRole::kDevices), ListOf(kOpTypesColumn, ColumnRole::kOpTypes),
       RunColumn(order), DefinedColumn(), ListOf(kInputShapesColumn, ColumnRole::kInputShapes)});
  return columns;
}

Columns SelectedTreeColumns(const Query& query, ColumnOrder order) {
  Columns columns = TreeColumns(order);
  const bool all_times = query.Selects(Measure::kMicros);
  std::erase_if(columns, [&](const ReportColumn& column) {
    if (query.Selects(SelectName(column))) return false;
    return !all_times || !column.measure || !IsTime(*column.measure);
  });
  return columns;
}

std::vector<std::string_view> DocOf(const Query& query) {
  std::set<std::string_view> names;
  for (const ColumnName& column : query.select) names.insert(column.name);
  std::vector<std::string_view> sentences;
  for (const std::string_view name : names) {
    for (const OpColumn& column : OpColumns()) {
      if (column.name == name) sentences.push_back(column.description);
    }
    if (name != Info(Measure::kMicros).name) continue;
    sentences.push_back(Info(Measure::kCpuMicros).description);
    sentences.push_back(Info(Measure::kAcceleratorMicros).description);
  }
  return sentences;
}

OpText TextOf(const ReportColumn& column) {
  switch (column.role) {
    case ColumnRole::kDevices:
      return OpText::kDevice;
    case ColumnRole::kOpTypes:
      return OpText::kTypes;
    case ColumnRole::kInputShapes:
      return OpText::kInputShapes;
    default:
      return OpText::kShape;
  }
}

Value ValueOf(const ReportColumn& column, const Values& values) {
  return column.role == ColumnRole::kDefinedCount ? values.defined : values[*column.measure];
}

}  // namespace profiler
