#ifndef PROFILER_CATALOG_SCHEMA_TABLES_H_
#define PROFILER_CATALOG_SCHEMA_TABLES_H_

#include "absl/status/statusor.h"
#include "profiler/query/query.h"
#include "profiler/report/report.h"

namespace profiler {

// The tables that every profile is turned into (store/schema.h): a row is a column.
absl::StatusOr<Report> SchemaTablesReport(const Query& query);

}  // namespace profiler

#endif  // PROFILER_CATALOG_SCHEMA_TABLES_H_
