#ifndef PROFILER_STORE_TRANSFORM_MARK_STEPS_H_
#define PROFILER_STORE_TRANSFORM_MARK_STEPS_H_

#include <functional>
#include <optional>
#include <vector>

#include "profiler/store/profile.h"

namespace profiler {

// The names of events on tracks that are no accelerator's, each once.
std::vector<StringId> HostEventNames(const Profile& profile);

// The profile with other steps: the events on such tracks that `is_mark` picks by name, those
// inside another left out. They are numbered in each source by their begin, and what belongs to
// them is found as in a fresh profile. Nothing where no event is picked.
std::optional<Profile> MarkSteps(const Profile& profile,
                                 const std::function<bool(StringId)>& is_mark);

}  // namespace profiler

#endif  // PROFILER_STORE_TRANSFORM_MARK_STEPS_H_
