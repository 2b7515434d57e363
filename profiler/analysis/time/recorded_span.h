#ifndef PROFILER_ANALYSIS_TIME_RECORDED_SPAN_H_
#define PROFILER_ANALYSIS_TIME_RECORDED_SPAN_H_

#include "profiler/analysis/time/wall_span.h"
#include "profiler/store/profile.h"

namespace profiler {

// From the first to the last thing on any timeline: events, steps and samples of metrics.
WallSpan RecordedSpan(const Profile& profile);

}  // namespace profiler

#endif  // PROFILER_ANALYSIS_TIME_RECORDED_SPAN_H_
