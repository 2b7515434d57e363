// The names in a profile, for completion of user input.
#ifndef PROFILER_ENGINE_PROFILE_NAMES_H_
#define PROFILER_ENGINE_PROFILE_NAMES_H_

#include <functional>
#include <string_view>

#include "profiler/store/profile.h"

namespace profiler {

// Called with each name. Some names are passed more than once.
using TakeName = std::function<void(std::string_view)>;

void ForEachOpType(const Profile& profile, const TakeName& take);
void ForEachOpName(const Profile& profile, const TakeName& take);
// The names of rows of `code`; with `compat_tfprof` they are cut like tfprof's.
void ForEachFrameName(const Profile& profile, bool compat_tfprof, const TakeName& take);
// The values for the option `source`, `host`, `rank` or `device`; none for other options.
void ForEachPlace(const Profile& profile, std::string_view option, const TakeName& take);

}  // namespace profiler

#endif  // PROFILER_ENGINE_PROFILE_NAMES_H_
