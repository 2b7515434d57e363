#ifndef PROFILER_EXPORT_TIMELINE_TIMELINE_TRACE_H_
#define PROFILER_EXPORT_TIMELINE_TIMELINE_TRACE_H_

#include "absl/status/statusor.h"
#include "profiler/analysis/selection/selected.h"
#include "profiler/export/export.h"

namespace profiler {

// The events that the trace view shows, all of them, in one file: each track a thread of its device
// or host, and what overlaps there without nesting on threads behind it. It is written event by
// event, so that what it takes does not grow with the profile.
absl::StatusOr<ExportResult> ExportTraceTimeline(const Selected& selected, const Query& query,
                                                 const ExportParams& params, OutputFiles& files,
                                                 RunContext& context);

}  // namespace profiler

#endif  // PROFILER_EXPORT_TIMELINE_TIMELINE_TRACE_H_
