#include "profiler/engine/sql/table_schema.h"

#include <algorithm>
#include <string>
#include <vector>

#include "profiler/base/status.h"
#include "profiler/engine/sql/names_of_sql.h"
#include "profiler/report/column.h"
#include "profiler/report/table.h"

namespace profiler {
namespace {

using SqlColumn = sql::TableColumn;

const std::vector<ColumnOf<SqlColumn>>& SqlColumnColumns() {
  using C = ColumnOf<SqlColumn>;
  static const std::vector<C> kColumns = {
      C::Text("type", "type", "INTEGER, REAL or TEXT",
              [](const SqlColumn& column) { return sql::SqlName(column.type); }),
      C::Text("unit", "unit", "of its numbers: ns, ps, B, 1 (counts), % and so on",
              &SqlColumn::unit),
      C::Text("references", "references", "the table whose ids it holds", &SqlColumn::references)
          .Optional(),
      C::Text("values", "values", "the words that it may hold", &SqlColumn::values).Optional(),
      C::Flag("hidden", "hidden", "whether SELECT * leaves it out", &SqlColumn::is_hidden),
      C::Text("description", "what it means", "what it means", &SqlColumn::sentence),
  };
  return kColumns;
}

}  // namespace

bool IsTableOfSql(std::string_view name) {
  const std::vector<TableOfSql> tables = TablesOfSql();
  return std::any_of(tables.begin(), tables.end(), [&](const TableOfSql& table) {
    return !table.is_function && table.name == name;
  });
}

absl::StatusOr<Report> TableSchemaReport(std::string_view table, const Query& query) {
  Report report =
      StartTable("schema", "Columns", "the column, as SQL names it", Headers(SqlColumnColumns()));
  for (const TableOfSql& of : TablesOfSql()) {
    if (of.is_function || of.name != table) continue;
    for (const SqlColumn& column : of.columns) {
      AppendRow(SqlColumnColumns(), column.name, {std::string(table), column.name}, column, report);
    }
  }
  DropEmptyColumns(report);
  PROFILER_RETURN_IF_ERROR(FinishTable(query, report));
  return report;
}

}  // namespace profiler
