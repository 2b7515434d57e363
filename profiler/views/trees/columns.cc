#include "profiler/views/trees/columns.h"

#include <algorithm>
#include <string>

namespace profiler {
namespace {

using enum Field;

ReportColumn FromField(Field field, ColumnType type) {
  const FieldInfo& info = Info(field);
  ReportColumn column;
  column.name = info.name;
  column.field = field;
  column.type = type;
  column.unit = info.unit;
  column.title = info.title;
  column.description = info.description;
  return column;
}

void AddBytes(const Query& query, std::vector<ReportColumn>& columns) {
  for (Field field : {kBytes, kPeakBytes, kResidualBytes, kOutputBytes}) {
    if (query.Selects(field)) columns.push_back(FromField(field, ColumnType::kNumber));
  }
}

void AddTimes(const Query& query, std::vector<ReportColumn>& columns) {
  for (Field field : {kMicros, kAcceleratorMicros, kCpuMicros}) {
    if (query.Selects(kMicros) || query.Selects(field)) {
      columns.push_back(FromField(field, ColumnType::kNumber));
    }
  }
}

void AddCounts(const Query& query, ColumnOrder order, std::vector<ReportColumn>& columns) {
  if (query.Selects(kParams)) {
    columns.push_back(FromField(kParams, ColumnType::kNumber));
    if (order == ColumnOrder::kCountsFirst) {
      ReportColumn shape = FromField(kParams, ColumnType::kList);
      shape.name = "shape";
      shape.unit = Unit::kNone;
      shape.title.clear();
      shape.description = "shape: The variable's shape, by dimension.";
      columns.push_back(std::move(shape));
    }
  }
  if (query.Selects(kFloatOps)) columns.push_back(FromField(kFloatOps, ColumnType::kNumber));
}

void AddOccurrence(const Query& query, ColumnOrder order, std::vector<ReportColumn>& columns) {
  if (!query.Selects(kOccurrence)) return;
  ReportColumn runs = FromField(kOccurrence, ColumnType::kNumber);
  runs.name = "run_count";
  runs.description = "run_count: How often its ops ran.";
  if (order == ColumnOrder::kCountsFirst) runs.title = "op count (run|defined)";
  ReportColumn defined = FromField(kOccurrence, ColumnType::kNumber);
  defined.name = "defined_count";
  defined.description = "defined_count: How many ops it stands for.";
  defined.title.clear();
  columns.push_back(std::move(runs));
  columns.push_back(std::move(defined));
}

}  // namespace

std::vector<ReportColumn> MakeColumns(const Query& query, ColumnOrder order) {
  std::vector<ReportColumn> columns;
  if (order == ColumnOrder::kCountsFirst) AddCounts(query, order, columns);
  AddBytes(query, columns);
  AddTimes(query, columns);
  if (order == ColumnOrder::kBytesFirst) AddCounts(query, order, columns);
  if (query.Selects(kDevice)) columns.push_back(FromField(kDevice, ColumnType::kList));
  if (query.Selects(kOpTypes)) columns.push_back(FromField(kOpTypes, ColumnType::kList));
  AddOccurrence(query, order, columns);
  if (query.Selects(kInputShapes)) columns.push_back(FromField(kInputShapes, ColumnType::kList));
  return columns;
}

std::vector<Field> SelectedByName(const Query& query) {
  std::vector<Field> fields(query.select.begin(), query.select.end());
  std::sort(fields.begin(), fields.end(),
            [](Field a, Field b) { return Info(a).name < Info(b).name; });
  return fields;
}

Value ValueOf(const ReportColumn& column, const Values& values) {
  if (column.name == "defined_count") return values.defined;
  return values[static_cast<Measure>(*column.field)];
}

}  // namespace profiler
