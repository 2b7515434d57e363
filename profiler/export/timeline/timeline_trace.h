#ifndef PROFILER_EXPORT_TIMELINE_TIMELINE_TRACE_H_
#define PROFILER_EXPORT_TIMELINE_TIMELINE_TRACE_H_

#include "absl/status/statusor.h"
#include "profiler/analysis/selection/selected.h"
#include "profiler/export/export.h"

namespace profiler {

// Draws all events that the trace view shows, in one file, and those of the base as if it had
// started at the same time: each track is a thread of its device or host, and events that overlap
// without nesting go to additional threads. The file is written event by event, so memory use does
// not grow with the profile.
absl::StatusOr<ExportResult> ExportTraceTimeline(const Selected& selected, const Query& query,
                                                 const ExportParams& params, OutputFiles& files,
                                                 RunContext& context);

}  // namespace profiler

#endif  // PROFILER_EXPORT_TIMELINE_TIMELINE_TRACE_H_
