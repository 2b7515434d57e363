#ifndef PROFILER_EXPORT_TIMELINE_TIMELINE_TREE_H_
#define PROFILER_EXPORT_TIMELINE_TIMELINE_TREE_H_

#include "absl/status/status.h"
#include "profiler/export/timeline/timeline_writer.h"
#include "profiler/report/report.h"

namespace profiler {

// Draws the rows of a tree as a flame graph of total times, with the root on top. The position of a
// row has no meaning; children are placed one after the other below the parent.
absl::Status DrawTree(const Report& report, TraceWriter& writer);

}  // namespace profiler

#endif  // PROFILER_EXPORT_TIMELINE_TIMELINE_TREE_H_
