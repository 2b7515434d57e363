#include "profiler/sql/plan_report.h"

#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include "profiler/report/table.h"

namespace profiler::sql {
namespace {

// "SCAN events VIRTUAL TABLE INDEX 0:track=" is "SCAN events: track=".
std::string Readable(std::string_view detail) {
  constexpr std::string_view kOfTable = " VIRTUAL TABLE INDEX ";
  const size_t at = detail.find(kOfTable);
  if (at == detail.npos) return std::string(detail);
  const size_t colon = detail.find(':', at);
  const std::string_view plan = colon == detail.npos ? "" : detail.substr(colon + 1);
  std::string text(detail.substr(0, at));
  if (!plan.empty()) text.append(": ").append(plan);
  return text;
}

}  // namespace

bool ExplainsPlan(sqlite3_stmt* statement) { return sqlite3_stmt_isexplain(statement) == 2; }

Report PlanReport(sqlite3_stmt* statement) {
  ReportColumn column;
  column.name = column.title = "plan";
  column.type = ColumnType::kText;
  std::unordered_map<int, size_t> depth;
  while (sqlite3_step(statement) == SQLITE_ROW) {
    const auto parent = depth.find(sqlite3_column_int(statement, 1));
    const size_t here = parent == depth.end() ? 0 : parent->second + 1;
    depth[sqlite3_column_int(statement, 0)] = here;
    const auto* const text = reinterpret_cast<const char*>(sqlite3_column_text(statement, 3));
    column.words.push_back(std::string(2 * here, ' ') + Readable(text == nullptr ? "" : text));
  }
  const size_t rows = column.words.size();
  std::vector<ReportColumn> columns;
  columns.push_back(std::move(column));
  Report report = StartTable("sql", "SQL", "the row", std::move(columns));
  report.rows_are_unnamed = true;
  report.rows.resize(rows);
  return report;
}

}  // namespace profiler::sql
