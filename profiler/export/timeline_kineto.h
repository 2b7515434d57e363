#ifndef PROFILER_EXPORT_TIMELINE_KINETO_H_
#define PROFILER_EXPORT_TIMELINE_KINETO_H_

#include <cstdint>
#include <string_view>

#include "profiler/store/profile.h"

namespace profiler {

// The category that Kineto gives an event like this of a Chrome trace, so that who reads a timeline
// takes a kernel for a kernel; empty for what is none of Kineto's.
std::string_view KinetoCategory(const Profile& profile, EventId event);

// The category of Kineto's arrows of this kind; empty where it has none, or the arrow is not from
// such an event.
std::string_view KinetoArrow(const Profile& profile, const FlowRow& flow);

// The key of the argument by which an event that launches work is found; empty for other events.
std::string_view KinetoLaunchKey(std::string_view category);

}  // namespace profiler

#endif  // PROFILER_EXPORT_TIMELINE_KINETO_H_
