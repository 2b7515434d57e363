// The table `events`: all tracks one after the other, straight over the columns of each.
#ifndef PROFILER_SQL_TABLES_EVENT_TABLE_H_
#define PROFILER_SQL_TABLES_EVENT_TABLE_H_

#include <memory>

#include "profiler/sql/tables/row_column.h"
#include "profiler/sql/tables/table.h"

namespace profiler::sql {

std::unique_ptr<Table> MakeEventTable(const TablesOf& of);

}  // namespace profiler::sql

#endif  // PROFILER_SQL_TABLES_EVENT_TABLE_H_
