#ifndef PROFILER_EXPORT_TIMELINE_TIMELINE_H_
#define PROFILER_EXPORT_TIMELINE_TIMELINE_H_

#include <string>
#include <string_view>

#include "absl/status/statusor.h"
#include "profiler/analysis/selection/selected.h"
#include "profiler/export/export.h"

namespace profiler {

// A Chrome trace: of graph what ran and when, of trace each event, of scope and code the tree that
// they show.
absl::StatusOr<ExportResult> ExportTimeline(const Selected& selected, const Query& query,
                                            const ExportParams& params, OutputFiles& files,
                                            RunContext& context);

// Adds a file to the banner: what tfprof prints about it, behind `before`.
void AddTimelineBanner(std::string_view before, const std::string& path, ExportResult& result);

}  // namespace profiler

#endif  // PROFILER_EXPORT_TIMELINE_TIMELINE_H_
