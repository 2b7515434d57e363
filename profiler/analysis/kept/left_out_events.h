// Profiles from stores that were written without their events (-output store:events=none).
#ifndef PROFILER_ANALYSIS_KEPT_LEFT_OUT_EVENTS_H_
#define PROFILER_ANALYSIS_KEPT_LEFT_OUT_EVENTS_H_

#include <string>

#include "profiler/store/profile.h"

namespace profiler {

// Whether the events of some source were left out.
bool LacksEvents(const Profile& profile);

// Whether some file has launches, and not when devices ran what they launched.
bool LacksDeviceTimes(const Profile& profile);
// Whether those of every source that has steps and ops were.
bool LacksAllEvents(const Profile& profile);

// The paths of the sources whose events were left out: "a.pb", or "a.pb and 2 others".
std::string SourcesWithoutEvents(const Profile& profile);

}  // namespace profiler

#endif  // PROFILER_ANALYSIS_KEPT_LEFT_OUT_EVENTS_H_
