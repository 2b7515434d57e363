#ifndef PROFILER_CATALOG_SCHEMA_OPTIONS_H_
#define PROFILER_CATALOG_SCHEMA_OPTIONS_H_

#include <vector>

#include "absl/status/statusor.h"
#include "profiler/query/query.h"
#include "profiler/report/report.h"
#include "profiler/views/view.h"

namespace profiler {

// The options that may be written in a command: one row per option, with the commands of `commands`
// that take it.
absl::StatusOr<Report> SchemaOptionsReport(const std::vector<View>& commands, const Query& query);

}  // namespace profiler

#endif  // PROFILER_CATALOG_SCHEMA_OPTIONS_H_
