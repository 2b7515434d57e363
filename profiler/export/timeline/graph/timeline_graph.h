#ifndef PROFILER_EXPORT_TIMELINE_GRAPH_TIMELINE_GRAPH_H_
#define PROFILER_EXPORT_TIMELINE_GRAPH_TIMELINE_GRAPH_H_

#include "absl/status/statusor.h"
#include "profiler/analysis/selection/selected.h"
#include "profiler/export/export.h"

namespace profiler {

// What ran, when and where: the executions of the ops that the graph view shows, the tensors they
// made, the memory of devices, arrows for what flows between devices, and recorded counters. A file
// per step, or one for all.
absl::StatusOr<ExportResult> ExportGraphTimeline(const Selected& selected, const Query& query,
                                                 const ExportParams& params, OutputFiles& files,
                                                 RunContext& context);

}  // namespace profiler

#endif  // PROFILER_EXPORT_TIMELINE_GRAPH_TIMELINE_GRAPH_H_
