#include "profiler/engine/sql/names_of_sql.h"

#include <algorithm>
#include <memory>

#include "profiler/engine/sql/views_in_sql.h"
#include "profiler/sql/functions/functions.h"
#include "profiler/sql/tables/row_column.h"
#include "profiler/sql/tables/schema_tables.h"
#include "profiler/store/profile.h"

namespace profiler {
namespace {

constexpr std::string_view kWords[] = {
    "SELECT",    "FROM",  "WHERE",  "GROUP BY",     "ORDER BY", "HAVING", "LIMIT", "JOIN",
    "LEFT JOIN", "USING", "WITH",   "RECURSIVE",    "DISTINCT", "COUNT(", "SUM(",  "AVG(",
    "MIN(",      "MAX(",  "OVER (", "PARTITION BY", "BETWEEN",  "REGEXP", "LIKE",  "DESC"};

void SortOnce(std::vector<std::string>& names) {
  std::sort(names.begin(), names.end());
  names.erase(std::unique(names.begin(), names.end()), names.end());
}

// The tables of a profile, whose columns are those of every profile.
const std::vector<std::unique_ptr<sql::Table>>& EmptyTables() {
  static const Profile& profile = *new Profile();
  static const sql::TablesOf& of = *new sql::TablesOf(profile);
  static const std::vector<std::unique_ptr<sql::Table>>& tables =
      *new std::vector<std::unique_ptr<sql::Table>>(sql::MakeSchemaTables(of));
  return tables;
}

NamesOfSql MakeNames() {
  NamesOfSql names;
  for (const TableOfSql& table : TablesOfSql()) {
    names.words.emplace_back(table.name);
    if (table.is_function) names.words.back() += '(';
    for (const sql::TableColumn& column : table.columns) names.columns.push_back(column.name);
  }
  for (const sql::FunctionInfo& function : sql::AllFunctions()) {
    const size_t open = function.call.find('(');
    if (open != std::string_view::npos) names.words.emplace_back(function.call.substr(0, open + 1));
  }
  names.words.insert(names.words.end(), std::begin(kWords), std::end(kWords));
  SortOnce(names.columns);
  names.words.insert(names.words.end(), names.columns.begin(), names.columns.end());
  SortOnce(names.words);
  return names;
}

}  // namespace

std::vector<TableOfSql> TablesOfSql() {
  std::vector<TableOfSql> tables;
  for (const std::unique_ptr<sql::Table>& table : EmptyTables()) {
    tables.push_back({table->name(), table->sentence(), false, table->columns()});
  }
  for (const sql::ViewTable& table : ViewTablesOfSql()) {
    tables.push_back({table.name, table.sentence, true, table.columns});
  }
  return tables;
}

const NamesOfSql& AllNamesOfSql() {
  static const NamesOfSql& names = *new NamesOfSql(MakeNames());
  return names;
}

}  // namespace profiler
