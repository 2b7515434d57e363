#ifndef PROFILER_EXPORT_TIMELINE_COUNTERS_H_
#define PROFILER_EXPORT_TIMELINE_COUNTERS_H_

#include "profiler/export/timeline_slices.h"

namespace profiler {

// Draws the counters that the sources recorded, those of a device or host together.
void DrawCounters(const TimelineSource& source, TraceWriter& writer, TimelineProcesses& processes);

}  // namespace profiler

#endif  // PROFILER_EXPORT_TIMELINE_COUNTERS_H_
