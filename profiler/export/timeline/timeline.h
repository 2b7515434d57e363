#ifndef PROFILER_EXPORT_TIMELINE_TIMELINE_H_
#define PROFILER_EXPORT_TIMELINE_TIMELINE_H_

#include <string>
#include <string_view>

#include "absl/status/statusor.h"
#include "profiler/analysis/selection/selected.h"
#include "profiler/export/export.h"

namespace profiler {

// Writes a Chrome trace: with `graph`, the executions of ops; with `trace`, each event; with
// `scope` and `code`, the view's tree as a flame graph.
extern const Exporter kTimelineExporter;

// Adds tfprof's sentence about the file to the banner, after `before`.
void AddTimelineBanner(std::string_view before, const std::string& path, ExportResult& result);

}  // namespace profiler

#endif  // PROFILER_EXPORT_TIMELINE_TIMELINE_H_
