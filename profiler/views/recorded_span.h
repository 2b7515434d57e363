#ifndef PROFILER_VIEWS_RECORDED_SPAN_H_
#define PROFILER_VIEWS_RECORDED_SPAN_H_

#include "profiler/store/profile.h"
#include "profiler/views/wall_span.h"

namespace profiler {

// From the first to the last thing on any timeline: events, steps and samples of metrics.
WallSpan RecordedSpan(const Profile& profile);

}  // namespace profiler

#endif  // PROFILER_VIEWS_RECORDED_SPAN_H_
