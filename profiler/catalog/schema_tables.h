#ifndef PROFILER_CATALOG_SCHEMA_TABLES_H_
#define PROFILER_CATALOG_SCHEMA_TABLES_H_

#include "absl/status/statusor.h"
#include "profiler/query/query.h"
#include "profiler/report/report.h"

namespace profiler {

// The tables in which profiles are stored (store/schema.h): one row per column.
absl::StatusOr<Report> SchemaTablesReport(const Query& query);

}  // namespace profiler

#endif  // PROFILER_CATALOG_SCHEMA_TABLES_H_
