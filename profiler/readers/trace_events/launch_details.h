#ifndef PROFILER_READERS_TRACE_EVENTS_LAUNCH_DETAILS_H_
#define PROFILER_READERS_TRACE_EVENTS_LAUNCH_DETAILS_H_

#include <string>

#include "profiler/readers/trace_events/trace_event.h"

namespace profiler::chrome_trace {

// How a kernel was launched or what a copy moved, in the words that events.detail has of an XSpace:
// "regs:32 static_shared:0 dynamic_shared:0 grid:64,1,1 block:256,1,1 occ_pct:50", or
// "kind_src:pageable kind_dst:device size:4096". Empty where nothing is told.
std::string LaunchDetail(const TraceEvent& event);

}  // namespace profiler::chrome_trace

#endif  // PROFILER_READERS_TRACE_EVENTS_LAUNCH_DETAILS_H_
