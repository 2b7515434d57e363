#ifndef PROFILER_EXPORT_TIMELINE_GRAPH_TIMELINE_TENSORS_H_
#define PROFILER_EXPORT_TIMELINE_GRAPH_TIMELINE_TENSORS_H_

#include "absl/status/status.h"
#include "profiler/export/timeline/timeline_slices.h"

namespace profiler {

Consumers FindConsumers(const Profile& profile);

// Draws the outputs of ops per device: each from the end of the op that made it to the end of the
// last one that took it in that step, with its bytes.
absl::Status DrawTensors(const TimelineSource& source, const SliceDrawer& slices,
                         TraceWriter& writer, TimelineProcesses& processes, RunContext& context);

}  // namespace profiler

#endif  // PROFILER_EXPORT_TIMELINE_GRAPH_TIMELINE_TENSORS_H_
