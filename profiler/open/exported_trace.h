// Recognizes traces that TensorFlow's or JAX's profiler exported from an XSpace.
#ifndef PROFILER_OPEN_EXPORTED_TRACE_H_
#define PROFILER_OPEN_EXPORTED_TRACE_H_

#include <string>
#include <string_view>
#include <vector>

namespace profiler {

// Bytes that an XSpace contains if a trace was exported from it: the durations of the longest
// events at the beginning of the trace, as the fields of an XSpace encode them. Empty if the
// beginning is not that of an exported trace. Looks at the beginning only.
std::vector<std::string> EventsOfXSpaceIn(std::string_view beginning_of_trace);

// Whether an XSpace contains the events, except a few that the export made itself.
bool HoldsEvents(std::string_view xspace, const std::vector<std::string>& events);

}  // namespace profiler

#endif  // PROFILER_OPEN_EXPORTED_TRACE_H_
