#ifndef PROFILER_EXPORT_TIMELINE_TIMELINE_TREE_H_
#define PROFILER_EXPORT_TIMELINE_TIMELINE_TREE_H_

#include "absl/status/status.h"
#include "profiler/export/timeline/timeline_writer.h"
#include "profiler/report/report.h"

namespace profiler {

// Draws the rows of a tree as a flame graph over their total times, the root on top. The places of
// rows say nothing of when they ran: children stand one after another inside their parent.
absl::Status DrawTree(const Report& report, TraceWriter& writer);

}  // namespace profiler

#endif  // PROFILER_EXPORT_TIMELINE_TIMELINE_TREE_H_
