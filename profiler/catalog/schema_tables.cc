#include "profiler/catalog/schema_tables.h"

#include <string>
#include <utility>
#include <vector>

#include "profiler/base/status.h"
#include "profiler/report/table.h"
#include "profiler/report/table_row.h"
#include "profiler/store/schema/describe.h"

namespace profiler {
namespace {

ReportColumn SchemaText(std::string name, std::string title, std::string description) {
  return TableColumn(std::move(name), ColumnType::kText, Unit::kNone, std::move(title),
                     std::move(description));
}

ReportColumn FieldNumber(std::string of) {
  return TableColumn("field", ColumnType::kNumber, Unit::kNone, "field",
                     "its number in " + std::move(of) + " of a store file (proto/store.proto)");
}

Value NumberOfField(uint32_t field) { return field == 0 ? kAbsent : Value{field}; }

Report StoreColumns() {
  Report report = StartTable(
      "schema", "Columns", "the column",
      {SchemaText("table", "table", "the table it is in"),
       SchemaText(
           "type", "type",
           "of its values: id is a row of the table it references, event a row of a track, a "
           "capital begins an enum of profiler/store/kinds.h"),
       SchemaText("unit", "unit", "of its numbers: ps, ns, B, 1 (counts), % and so on"),
       SchemaText("null", "null", "the value that says \"not recorded\""),
       SchemaText("references", "references", "the table whose rows it names"),
       FieldNumber("the table's message"),
       SchemaText("coding", "coding", "how a store file writes it (profiler/store/schema.h)"),
       SchemaText("description", "what it means", "what it means")});
  for (const TableInfo& table : AllTables()) {
    for (const ColumnInfo& column : table.columns) {
      TableRow(report, column.name, {std::string(table.name), std::string(column.name)})
          .Text(table.name)
          .Text(column.type)
          .Text(column.unit)
          .Text(column.null)
          .Text(column.references)
          .Number(NumberOfField(column.field))
          .Text(column.coding)
          .Text(column.sentence);
    }
  }
  return report;
}

Report StoreTables() {
  Report report = StartTable(
      "tables", "Tables", "the table",
      {SchemaText("sorted_by", "sorted by", "what its rows are sorted by"),
       FieldNumber("message Store"), SchemaText("description", "what a row is", "what a row is")});
  for (const TableInfo& table : AllTables()) {
    TableRow(report, table.name)
        .Text(table.sorted_by)
        .Number(NumberOfField(table.field))
        .Text(table.sentence);
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
