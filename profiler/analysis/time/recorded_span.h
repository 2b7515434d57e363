#ifndef PROFILER_ANALYSIS_TIME_RECORDED_SPAN_H_
#define PROFILER_ANALYSIS_TIME_RECORDED_SPAN_H_

#include "profiler/analysis/time/wall_span.h"
#include "profiler/store/profile.h"

namespace profiler {

// The span from the first to the last time of any event, step or sample.
WallSpan RecordedSpan(const Profile& profile);

}  // namespace profiler

#endif  // PROFILER_ANALYSIS_TIME_RECORDED_SPAN_H_
