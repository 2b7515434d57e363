#ifndef PROFILER_CATALOG_SCHEMA_H_
#define PROFILER_CATALOG_SCHEMA_H_

#include <string_view>
#include <vector>

#include "absl/status/statusor.h"
#include "profiler/query/query.h"
#include "profiler/report/report.h"
#include "profiler/views/view.h"

namespace profiler {

// What the columns of one of the commands mean, or with an empty name those of all: a row is a
// column as machine formats name it. NotFound where there is no such command.
absl::StatusOr<Report> SchemaReport(const std::vector<View>& commands, std::string_view name,
                                    const Query& query);

}  // namespace profiler

#endif  // PROFILER_CATALOG_SCHEMA_H_
