#include "profiler/catalog/schema.h"

#include <fmt/format.h>

#include <string>
#include <utility>
#include <vector>

#include "profiler/base/status.h"
#include "profiler/catalog/views.h"
#include "profiler/report/column.h"
#include "profiler/report/table.h"
#include "profiler/report/value_kinds.h"

namespace profiler {
namespace {

struct SchemaRow {
  std::string_view command;
  std::string_view section;
  const FlatColumn& column;

  std::vector<std::string> Key() const {
    if (section.empty()) return {std::string(command), column.name};
    return {std::string(command), std::string(section), column.name};
  }
};

const std::vector<ColumnOf<SchemaRow>>& SchemaColumns() {
  using C = ColumnOf<SchemaRow>;
  using Row = const SchemaRow&;
  static const std::vector<C> kColumns = {
      C::Text("command", "command", "the command that shows it", &SchemaRow::command),
      C::Text("section", "section", "of an answer that is several tables, which one",
              &SchemaRow::section)
          .Optional(),
      C::Text("unit", "unit", "of its numbers: us, B, 1 (counts and shares), %, flop/s or B/s",
              [](Row row) { return row.column.unit; }),
      C::Text("type", "type",
              "integer, number, string, boolean, list, series, input_shape_uses or tensor",
              [](Row row) { return row.column.type; }),
      C::Text("description", "what it means", "what it means",
              [](Row row) { return row.column.description; }),
  };
  return kColumns;
}

// The view's tables, without rows.
std::vector<Report> EmptyTables(const View& view) {
  if (view.sections != nullptr) {
    std::vector<Report> sections = view.sections();
    for (Report& section : sections) section.rows.clear();
    return sections;
  }
  if (view.columns().empty()) return {};  // a query decides which columns it has
  Report report;
  report.description = view.details;
  report.shape = view.shape;
  report.columns = view.columns();
  return {std::move(report)};
}

void AddView(const View& view, Report& schema) {
  for (const Report& table : EmptyTables(view)) {
    std::vector<FlatColumn> columns = RowProperties(table);
    for (FlatColumn& column : FlatColumns(table)) columns.push_back(std::move(column));
    for (const FlatColumn& column : columns) {
      const SchemaRow row{view.name, table.view, column};
      AppendRow(SchemaColumns(), column.name, row.Key(), row, schema);
    }
  }
}

}  // namespace

absl::StatusOr<Report> SchemaReport(const std::vector<View>& commands, std::string_view name,
                                    const Query& query) {
  Report report = StartTable("schema", "Columns", "the column, as machine formats name it",
                             Headers(SchemaColumns()));
  for (const View& one : commands) {
    if (name.empty() || name == one.name) AddView(one, report);
  }
  if (report.rows.empty()) {
    return absl::NotFoundError(fmt::format(
        "{} has no columns of its own; `schema -tables` lists those of a profile's tables", name));
  }
  DropEmptyColumns(report);
  PROFILER_RETURN_IF_ERROR(FinishTable(query, report));
  return report;
}

}  // namespace profiler
