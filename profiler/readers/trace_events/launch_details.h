#ifndef PROFILER_READERS_TRACE_EVENTS_LAUNCH_DETAILS_H_
#define PROFILER_READERS_TRACE_EVENTS_LAUNCH_DETAILS_H_

#include <string>

#include "profiler/readers/trace_events/trace_event.h"

namespace profiler::chrome_trace {

// Describes the launch of a kernel, or the kind and size of a copy, in the format of events.detail
// in XSpaces: "regs:32 static_shared:0 dynamic_shared:0 grid:64,1,1 block:256,1,1 occ_pct:50", or
// "kind_src:pageable kind_dst:device size:4096". Empty if nothing is known.
std::string LaunchDetail(const TraceEvent& event);

}  // namespace profiler::chrome_trace

#endif  // PROFILER_READERS_TRACE_EVENTS_LAUNCH_DETAILS_H_
