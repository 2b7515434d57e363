#ifndef PROFILER_VIEWS_TRACE_TRACE_H_
#define PROFILER_VIEWS_TRACE_TRACE_H_

#include <cstdint>

#include "profiler/views/view.h"

namespace profiler {

// The maximum number of rows without -top; a note is added if there are more rows.
inline constexpr int64_t kMostTraceRows = 100'000;
// The number of rows without -top, a window or steps: the longest events.
inline constexpr int64_t kLongestTraceRows = 50;

extern const View kTraceView;

}  // namespace profiler

#endif  // PROFILER_VIEWS_TRACE_TRACE_H_
