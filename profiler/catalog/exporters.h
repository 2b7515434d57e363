// The list of exporters.
#ifndef PROFILER_CATALOG_EXPORTERS_H_
#define PROFILER_CATALOG_EXPORTERS_H_

#include <string_view>
#include <vector>

#include "absl/status/statusor.h"
#include "profiler/analysis/selection/selected.h"
#include "profiler/base/run_context.h"
#include "profiler/export/export.h"
#include "profiler/query/query.h"

namespace profiler {

const std::vector<Exporter>& AllExporters();
const Exporter* FindExporter(std::string_view name);  // null if there is none

// The commands that the exporter supports; empty if all.
std::vector<std::string_view> CommandsOf(const Exporter& exporter);

// Runs the exporter. If it does not support the command, the error lists the supported ones.
absl::StatusOr<ExportResult> RunExporter(const Exporter& exporter, const Selected& selected,
                                         const Query& query, const ExportParams& params,
                                         OutputFiles& files, RunContext& context);

}  // namespace profiler

#endif  // PROFILER_CATALOG_EXPORTERS_H_
