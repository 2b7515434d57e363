#include "profiler/catalog/schema_tables.h"

#include <string>
#include <vector>

#include "profiler/base/status.h"
#include "profiler/report/column.h"
#include "profiler/report/table.h"
#include "profiler/store/schema/describe.h"

namespace profiler {
namespace {

Value NumberOfField(uint32_t field) { return field == 0 ? kAbsent : Value{field}; }

struct StoreColumnRow {
  const TableInfo& table;
  const ColumnInfo& column;
};

const std::vector<ColumnOf<StoreColumnRow>>& StoreColumnColumns() {
  using C = ColumnOf<StoreColumnRow>;
  using Row = const StoreColumnRow&;
  static const std::vector<C> kColumns = {
      C::Text("table", "table", "the table it is in", [](Row row) { return row.table.name; }),
      C::Text("type", "type",
              "of its values: id is a row of the table it references, event a row of a track, a "
              "capital begins an enum of profiler/store/kinds.h",
              [](Row row) { return row.column.type; }),
      C::Text("unit", "unit", "of its numbers: ps, ns, B, 1 (counts), % and so on",
              [](Row row) { return row.column.unit; }),
      C::Text("null", "null", "the value that says \"not recorded\"",
              [](Row row) { return row.column.null; }),
      C::Text("values", "values", "the words of an enum",
              [](Row row) { return row.column.values; }),
      C::Text("references", "references", "the table whose rows it names",
              [](Row row) { return row.column.references; }),
      C::Number("field", Unit::kNone, "field",
                "its number in the table's message of a store file (proto/store.proto)",
                [](Row row) { return NumberOfField(row.column.field); }),
      C::Text("coding", "coding", "how a store file writes it (profiler/store/schema.h)",
              [](Row row) { return row.column.coding; }),
      C::Text("description", "what it means", "what it means",
              [](Row row) { return row.column.sentence; }),
  };
  return kColumns;
}

const std::vector<ColumnOf<TableInfo>>& StoreTableColumns() {
  using C = ColumnOf<TableInfo>;
  static const std::vector<C> kColumns = {
      C::Text("sorted_by", "sorted by", "what its rows are sorted by", &TableInfo::sorted_by),
      C::Number("field", Unit::kNone, "field",
                "its number in message Store of a store file (proto/store.proto)",
                [](const TableInfo& table) { return NumberOfField(table.field); }),
      C::Text("description", "what a row is", "what a row is", &TableInfo::sentence),
  };
  return kColumns;
}

Report StoreColumns() {
  Report report = StartTable("schema", "Columns", "the column", Headers(StoreColumnColumns()));
  for (const TableInfo& table : AllTables()) {
    for (const ColumnInfo& column : table.columns) {
      AppendRow(StoreColumnColumns(), column.name,
                {std::string(table.name), std::string(column.name)}, StoreColumnRow{table, column},
                report);
    }
  }
  return report;
}

Report StoreTables() {
  Report report = StartTable("tables", "Tables", "the table", Headers(StoreTableColumns()));
  for (const TableInfo& table : AllTables()) {
    AppendRow(StoreTableColumns(), table.name, table, report);
  }
  return report;
}

}  // namespace

absl::StatusOr<Report> SchemaTablesReport(const Query& query) {
  Report report = StoreColumns();
  PROFILER_RETURN_IF_ERROR(FinishTable(query, report));
  report.sections.push_back(StoreTables());
  return report;
}

}  // namespace profiler
