// The names that a query may use, for completion.
#ifndef PROFILER_ENGINE_SQL_NAMES_OF_SQL_H_
#define PROFILER_ENGINE_SQL_NAMES_OF_SQL_H_

#include <string>
#include <vector>

namespace profiler {

struct NamesOfSql {
  std::vector<std::string> words;    // tables, columns, functions and words of SQL, sorted
  std::vector<std::string> columns;  // sorted; what may follow a `.`
};
const NamesOfSql& AllNamesOfSql();

}  // namespace profiler

#endif  // PROFILER_ENGINE_SQL_NAMES_OF_SQL_H_
