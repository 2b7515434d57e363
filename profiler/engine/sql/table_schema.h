// The columns of a profile's tables as SQL has them: what `schema TABLE` answers.
#ifndef PROFILER_ENGINE_SQL_TABLE_SCHEMA_H_
#define PROFILER_ENGINE_SQL_TABLE_SCHEMA_H_

#include <string_view>

#include "absl/status/statusor.h"
#include "profiler/query/query.h"
#include "profiler/report/report.h"

namespace profiler {

bool IsTableOfSql(std::string_view name);

// A row is a column, hidden ones included. Empty if there is no such table.
absl::StatusOr<Report> TableSchemaReport(std::string_view table, const Query& query);

}  // namespace profiler

#endif  // PROFILER_ENGINE_SQL_TABLE_SCHEMA_H_
