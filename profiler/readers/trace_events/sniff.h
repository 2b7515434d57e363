#ifndef PROFILER_READERS_TRACE_EVENTS_SNIFF_H_
#define PROFILER_READERS_TRACE_EVENTS_SNIFF_H_

#include <string_view>

namespace profiler::chrome_trace {

// Scores for trace events: an object with a key for the events, or an array of events.
inline constexpr int kArrayScore = 90;
int TraceEventsScore(std::string_view json);

}  // namespace profiler::chrome_trace

#endif  // PROFILER_READERS_TRACE_EVENTS_SNIFF_H_
