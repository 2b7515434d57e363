#ifndef PROFILER_CATALOG_SCHEMA_H_
#define PROFILER_CATALOG_SCHEMA_H_

#include <string_view>
#include <vector>

#include "absl/status/statusor.h"
#include "profiler/query/query.h"
#include "profiler/report/report.h"
#include "profiler/views/view.h"

namespace profiler {

// The columns of one command, or of all commands if `name` is empty: one row per column, with its
// name in machine formats and its meaning. NotFound if there is no such command.
absl::StatusOr<Report> SchemaReport(const std::vector<View>& commands, std::string_view name,
                                    const Query& query);

}  // namespace profiler

#endif  // PROFILER_CATALOG_SCHEMA_H_
