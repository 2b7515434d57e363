#ifndef PROFILER_EXPORT_TIMELINE_GRAPH_TIMELINE_GRAPH_H_
#define PROFILER_EXPORT_TIMELINE_GRAPH_TIMELINE_GRAPH_H_

#include "absl/status/statusor.h"
#include "profiler/analysis/selection/selected.h"
#include "profiler/export/export.h"

namespace profiler {

// Draws the executions of the ops that the graph view shows, their tensors, the memory of devices,
// arrows between devices, and recorded counters. One file per step, or one for all.
absl::StatusOr<ExportResult> ExportGraphTimeline(const Selected& selected, const Query& query,
                                                 const ExportParams& params, OutputFiles& files,
                                                 RunContext& context);

}  // namespace profiler

#endif  // PROFILER_EXPORT_TIMELINE_GRAPH_TIMELINE_GRAPH_H_
