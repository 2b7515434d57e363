#ifndef PROFILER_EXPORT_TIMELINE_GRAPH_TIMELINE_FLOWS_H_
#define PROFILER_EXPORT_TIMELINE_GRAPH_TIMELINE_FLOWS_H_

#include "profiler/export/timeline/timeline_slices.h"

namespace profiler {

// Draws arrows: from an execution to those on other devices that take what it makes, as the graph
// says; and what the source itself recorded (from a launch to its kernel). Each has both ends.
void DrawFlows(const TimelineSource& source, const SliceDrawer& slices, TraceWriter& writer);

}  // namespace profiler

#endif  // PROFILER_EXPORT_TIMELINE_GRAPH_TIMELINE_FLOWS_H_
