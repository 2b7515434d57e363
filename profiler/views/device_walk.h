#ifndef PROFILER_VIEWS_DEVICE_WALK_H_
#define PROFILER_VIEWS_DEVICE_WALK_H_

#include <functional>

#include "absl/status/status.h"
#include "profiler/base/run_context.h"
#include "profiler/query/query.h"
#include "profiler/store/profile.h"

namespace profiler {

// Hands every selected piece of work on accelerators to `take`: track by track, in order of begin.
absl::Status ForEachDeviceEvent(const Profile& profile, const Query& query,
                                const std::function<void(TrackId, uint32_t)>& take,
                                RunContext& context);

// What it is called: its label, or else its op's name.
StringId NameOfEvent(const Profile& profile, const Events& events, uint32_t event);

// The framework's op that it works for, or none.
StringId OpOfEvent(const Profile& profile, const Events& events, uint32_t event);

}  // namespace profiler

#endif  // PROFILER_VIEWS_DEVICE_WALK_H_
