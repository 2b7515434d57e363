// The answer to EXPLAIN QUERY PLAN, for people.
#ifndef PROFILER_SQL_PLAN_REPORT_H_
#define PROFILER_SQL_PLAN_REPORT_H_

#include <sqlite3.h>

#include "absl/status/statusor.h"
#include "profiler/report/report.h"

namespace profiler::sql {

bool ExplainsPlan(sqlite3_stmt* statement);
// A row for each part of the plan, indented below the part that it belongs to.
Report PlanReport(sqlite3_stmt* statement);

}  // namespace profiler::sql

#endif  // PROFILER_SQL_PLAN_REPORT_H_
