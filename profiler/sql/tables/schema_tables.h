// All tables of a profile.
#ifndef PROFILER_SQL_TABLES_SCHEMA_TABLES_H_
#define PROFILER_SQL_TABLES_SCHEMA_TABLES_H_

#include <memory>
#include <vector>

#include "profiler/sql/tables/row_column.h"
#include "profiler/sql/tables/table.h"

namespace profiler::sql {

// The tables of the schema in its order. `of` must outlive them.
std::vector<std::unique_ptr<Table>> MakeSchemaTables(const TablesOf& of);

}  // namespace profiler::sql

#endif  // PROFILER_SQL_TABLES_SCHEMA_TABLES_H_
