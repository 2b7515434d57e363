// Tables as SQLite's virtual tables.
#ifndef PROFILER_SQL_TABLE_MODULE_H_
#define PROFILER_SQL_TABLE_MODULE_H_

#include <sqlite3.h>

#include <string>

#include "profiler/sql/tables/table.h"

namespace profiler::sql {

// Adds the table to a schema. It must outlive the connection.
int AddTable(sqlite3* db, const std::string& schema, const Table& table);

// Returns the cell to SQLite. Text must live as long as the connection.
void ReturnCell(sqlite3_context* context, const Cell& cell);

// The text as a name in SQL.
std::string QuoteName(std::string_view name);

}  // namespace profiler::sql

#endif  // PROFILER_SQL_TABLE_MODULE_H_
