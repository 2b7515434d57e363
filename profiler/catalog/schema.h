#ifndef PROFILER_CATALOG_SCHEMA_H_
#define PROFILER_CATALOG_SCHEMA_H_

#include <string_view>

#include "absl/status/statusor.h"
#include "profiler/query/query.h"
#include "profiler/report/report.h"

namespace profiler {

// What the columns of a view mean, or with an empty name those of all views: a row is a column as
// machine formats name it. NotFound where there is no such view.
absl::StatusOr<Report> SchemaReport(std::string_view view, const Query& query);

}  // namespace profiler

#endif  // PROFILER_CATALOG_SCHEMA_H_
