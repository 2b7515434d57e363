#ifndef PROFILER_EXPORT_TIMELINE_GRAPH_TIMELINE_FLOWS_H_
#define PROFILER_EXPORT_TIMELINE_GRAPH_TIMELINE_FLOWS_H_

#include "profiler/export/timeline/timeline_slices.h"

namespace profiler {

// Draws arrows whose start and end are both drawn: from an op's execution to executions of its
// consumers in the graph on other devices, and recorded flows, such as from a launch to its kernel.
void DrawFlows(const TimelineSource& source, const SliceDrawer& slices, TraceWriter& writer);

}  // namespace profiler

#endif  // PROFILER_EXPORT_TIMELINE_GRAPH_TIMELINE_FLOWS_H_
