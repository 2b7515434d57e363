// The names that a query may use, for completion, and the tables that it may read.
#ifndef PROFILER_ENGINE_SQL_NAMES_OF_SQL_H_
#define PROFILER_ENGINE_SQL_NAMES_OF_SQL_H_

#include <string>
#include <string_view>
#include <vector>

#include "profiler/sql/tables/table.h"

namespace profiler {

struct NamesOfSql {
  std::vector<std::string> words;    // tables, columns, functions and words of SQL, sorted
  std::vector<std::string> columns;  // sorted; what may follow a `.`
};
const NamesOfSql& AllNamesOfSql();

struct TableOfSql {
  std::string_view name, sentence;
  bool is_function = false;  // a view, whose options stand in parentheses
  std::vector<sql::TableColumn> columns;
};
// The tables of a profile, then the views.
std::vector<TableOfSql> TablesOfSql();

}  // namespace profiler

#endif  // PROFILER_ENGINE_SQL_NAMES_OF_SQL_H_
