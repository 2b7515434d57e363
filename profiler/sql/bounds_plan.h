// Which conditions of a query a table narrows its rows by: decided once per query, used for each
// scan.
#ifndef PROFILER_SQL_BOUNDS_PLAN_H_
#define PROFILER_SQL_BOUNDS_PLAN_H_

#include <sqlite3.h>

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "profiler/sql/tables/table.h"

namespace profiler::sql {

// A table takes no options, but a view of a similar name does. `steps('-top 3')` asks for a hidden
// column, which follows `id` in all tables.
inline constexpr int kOptionsColumn = 1;
bool HasOptions(const sqlite3_index_info& info);
// The table's column of a number in SQLite's declaration; the row's number is `id`.
size_t ColumnOf(int declared);

// A condition that is passed to the scan.
struct PlannedBound {
  size_t column = 0;
  unsigned char op = 0;  // SQLITE_INDEX_CONSTRAINT_EQ and so on
};

struct Plan {
  std::vector<PlannedBound> bounds;
  bool reversed = false;
  // The rows come sorted by this column of ids, as the scan sorts them by counting; kId if not.
  size_t sorted_by = Table::kId;
};
// Readable, as EXPLAIN QUERY PLAN shows it: "id=,begin>=,begin<;reversed", ";by op".
std::string PlanText(const Table& table, const Plan& plan);
Plan ReadPlan(const Table& table, std::string_view text);

// Chooses the conditions that narrow the rows, and whether rows come in the order that is asked
// for.
int ChoosePlan(const Table& table, sqlite3_index_info& info);

// The bounds that the condition puts on whole numbers; nullopt if no row can meet it.
std::optional<Bounds> BoundsOf(unsigned char op, sqlite3_value* value);

}  // namespace profiler::sql

#endif  // PROFILER_SQL_BOUNDS_PLAN_H_
