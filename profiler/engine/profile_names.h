// The names in a profile, for front ends that complete what a user types.
#ifndef PROFILER_ENGINE_PROFILE_NAMES_H_
#define PROFILER_ENGINE_PROFILE_NAMES_H_

#include <functional>
#include <string_view>

#include "profiler/store/profile.h"

namespace profiler {

// Is given each name; some more than once.
using TakeName = std::function<void(std::string_view)>;

void ForEachOpType(const Profile& profile, const TakeName& take);
void ForEachOpName(const Profile& profile, const TakeName& take);
// As the rows of `code` are called; with `compat_tfprof` cut as tfprof cuts them.
void ForEachFrameName(const Profile& profile, bool compat_tfprof, const TakeName& take);
// What the option `source`, `host`, `rank` or `device` picks; nothing for other options.
void ForEachPlace(const Profile& profile, std::string_view option, const TakeName& take);

}  // namespace profiler

#endif  // PROFILER_ENGINE_PROFILE_NAMES_H_
