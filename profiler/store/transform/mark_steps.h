#ifndef PROFILER_STORE_TRANSFORM_MARK_STEPS_H_
#define PROFILER_STORE_TRANSFORM_MARK_STEPS_H_

#include <functional>
#include <optional>
#include <vector>

#include "profiler/store/profile.h"

namespace profiler {

// The distinct names of events on host tracks.
std::vector<StringId> HostEventNames(const Profile& profile);

// Returns the profile with new steps: one for each event on a host track whose name `is_mark`
// accepts, except events nested in another accepted event. Steps are numbered per source in the
// order of begin, and events are assigned to steps as after reading. Returns nullopt if no event is
// accepted.
std::optional<Profile> MarkSteps(const Profile& profile,
                                 const std::function<bool(StringId)>& is_mark);

}  // namespace profiler

#endif  // PROFILER_STORE_TRANSFORM_MARK_STEPS_H_
