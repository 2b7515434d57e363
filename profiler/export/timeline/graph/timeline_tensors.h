#ifndef PROFILER_EXPORT_TIMELINE_GRAPH_TIMELINE_TENSORS_H_
#define PROFILER_EXPORT_TIMELINE_GRAPH_TIMELINE_TENSORS_H_

#include "absl/status/status.h"
#include "profiler/export/timeline/timeline_slices.h"

namespace profiler {

Consumers FindConsumers(const Profile& profile);

// Draws the outputs of ops per device, with their bytes: each from the end of the op that produces
// it to the end of its last consumer in the same step.
absl::Status DrawTensors(const TimelineSource& source, const SliceDrawer& slices,
                         TraceWriter& writer, TimelineProcesses& processes, RunContext& context);

}  // namespace profiler

#endif  // PROFILER_EXPORT_TIMELINE_GRAPH_TIMELINE_TENSORS_H_
