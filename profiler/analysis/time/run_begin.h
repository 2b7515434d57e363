#ifndef PROFILER_ANALYSIS_TIME_RUN_BEGIN_H_
#define PROFILER_ANALYSIS_TIME_RUN_BEGIN_H_

#include <vector>

#include "profiler/base/int128.h"
#include "profiler/store/profile.h"

namespace profiler {

// The earliest time of any event or value of these sources, on the profile's time axis; its start
// if they have none.
Int128 BeginOf(const Profile& profile, const std::vector<SourceId>& sources);

}  // namespace profiler

#endif  // PROFILER_ANALYSIS_TIME_RUN_BEGIN_H_
