#include "profiler/catalog/schema.h"

#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "profiler/base/status.h"
#include "profiler/catalog/views.h"
#include "profiler/report/facets.h"
#include "profiler/report/table.h"
#include "profiler/report/table_row.h"
#include "profiler/views/trees/columns.h"
#include "profiler/views/trees/tensor_column.h"

namespace profiler {
namespace {

constexpr char kSection[] = "section";

std::vector<ReportColumn> Columns() {
  using enum ColumnType;
  return {
      TableColumn("command", kText, Unit::kNone, "command", "the command that shows it"),
      TableColumn(kSection, kText, Unit::kNone, "section",
                  "of an answer that is several tables, which one"),
      TableColumn("unit", kText, Unit::kNone, "unit",
                  "of its numbers: us, B, 1 (counts and shares), %, flop/s or B/s"),
      TableColumn("type", kText, Unit::kNone, "type",
                  "integer, number, string, boolean, list, series, input_shape_uses or tensor"),
      TableColumn("description", kText, Unit::kNone, "what it means", "what it means"),
  };
}

// tfprof's fields as the view shows them without tfprof's quirks.
std::vector<ReportColumn> FieldColumns(const View& view) {
  Query all;
  for (const FieldInfo& field : AllFields()) all.select.insert(field.field);
  const bool rows_are_ops = view.row_names == RowNames::kOps;
  std::vector<ReportColumn> columns =
      MakeColumns(all, rows_are_ops ? ColumnOrder::kCountsFirst : ColumnOrder::kBytesFirst);
  for (ReportColumn& column : columns) {
    if (column.field != Field::kInputShapes) continue;
    if (view.shape == Shape::kRanked) column.type = ColumnType::kInputShapeUses;
    column.not_available = view.row_names == RowNames::kFrames;
  }
  if (rows_are_ops) columns.push_back(TensorColumn());
  return columns;
}

// What the view's answer consists of, without rows.
std::vector<Report> EmptyTables(const View& view) {
  if (view.sections != nullptr) {
    std::vector<Report> sections = view.sections();
    for (Report& section : sections) section.rows.clear();
    return sections;
  }
  Report report;
  report.description = view.details;
  const bool is_table = view.columns != nullptr;
  report.shape = is_table ? Shape::kTable : view.shape;
  report.columns = is_table ? view.columns() : FieldColumns(view);
  return {std::move(report)};
}

void AddView(const View& view, Report& schema) {
  for (const Report& table : EmptyTables(view)) {
    std::vector<FlatColumn> columns = RowProperties(table);
    for (FlatColumn& column : Facets(table)) columns.push_back(std::move(column));
    for (const FlatColumn& column : columns) {
      std::vector<std::string> key = {std::string(view.name)};
      if (!table.view.empty()) key.push_back(table.view);
      key.push_back(column.name);
      TableRow(schema, column.name, std::move(key))
          .Text(view.name)
          .Text(table.view)
          .Text(column.unit)
          .Text(column.type)
          .Text(column.description);
    }
  }
}

void DropEmptySections(Report& schema) {
  std::erase_if(schema.columns, [](const ReportColumn& column) {
    return column.name == kSection &&
           std::all_of(column.words.begin(), column.words.end(),
                       [](const std::string& word) { return word.empty(); });
  });
}

}  // namespace

absl::StatusOr<Report> SchemaReport(const std::vector<View>& commands, std::string_view name,
                                    const Query& query) {
  Report report =
      StartTable("schema", "Columns", "the column, as machine formats name it", Columns());
  for (const View& one : commands) {
    if (name.empty() || name == one.name) AddView(one, report);
  }
  if (report.rows.empty()) return absl::NotFoundError(fmt::format("there is no view '{}'", name));
  DropEmptySections(report);
  PROFILER_RETURN_IF_ERROR(FinishTable(query, report));
  return report;
}

}  // namespace profiler
