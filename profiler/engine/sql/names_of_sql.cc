#include "profiler/engine/sql/names_of_sql.h"

#include <algorithm>
#include <utility>

#include "profiler/engine/sql/views_in_sql.h"
#include "profiler/sql/functions/functions.h"
#include "profiler/sql/tables/row_column.h"
#include "profiler/store/schema/describe.h"

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
  for (const TableInfo& table : AllTables()) {
    std::vector<sql::TableColumn> columns = sql::ColumnsInSql(table);
    if (columns.empty()) continue;  // the texts, which other tables show
    tables.push_back({table.name, table.sentence, false, std::move(columns)});
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
