#ifndef PROFILER_ANALYSIS_SELECTION_DEVICE_WALK_H_
#define PROFILER_ANALYSIS_SELECTION_DEVICE_WALK_H_

#include <functional>

#include "absl/status/status.h"
#include "profiler/base/run_context.h"
#include "profiler/query/query.h"
#include "profiler/store/profile.h"

namespace profiler {

using TakeDeviceEvent = std::function<void(TrackId, uint32_t)>;

// Hands every selected piece of work on accelerators to `take`: track by track, in order of begin.
// Those of other steps at the same places go to `pass`, where it is given.
absl::Status ForEachDeviceEvent(const Profile& profile, const Query& query,
                                const TakeDeviceEvent& take, RunContext& context,
                                const TakeDeviceEvent& pass = nullptr);

// What it is called: its label, or else its op's name.
StringId NameOfEvent(const Profile& profile, const Events& events, uint32_t event);

// The framework's op that it works for, or none.
StringId OpOfEvent(const Profile& profile, const Events& events, uint32_t event);

}  // namespace profiler

#endif  // PROFILER_ANALYSIS_SELECTION_DEVICE_WALK_H_
