#include "profiler/sql/tables/schema_tables.h"

#include <type_traits>
#include <utility>

#include "profiler/sql/tables/event_table.h"
#include "profiler/sql/tables/row_table.h"
#include "profiler/store/facts.h"

namespace profiler::sql {

std::vector<std::unique_ptr<Table>> MakeSchemaTables(const TablesOf& of) {
  std::vector<std::unique_ptr<Table>> tables;
  EachTable([&](auto schema_table) {
    using SchemaTable = decltype(schema_table);
    if constexpr (std::is_same_v<SchemaTable, table::Events>) {
      tables.push_back(MakeEventTable(of));
    } else if constexpr (PlainTable<SchemaTable>) {
      tables.push_back(std::make_unique<PlainTableOf<SchemaTable>>(InfoOf(SchemaTable::kName), of));
    } else {
      tables.push_back(std::make_unique<MadeTableOf<SchemaTable>>(InfoOf(SchemaTable::kName), of));
    }
  });
  return tables;
}

}  // namespace profiler::sql
