#include "profiler/analysis/selection/device_walk.h"

#include "profiler/analysis/selection/places.h"
#include "profiler/analysis/selection/selected_steps.h"
#include "profiler/base/status.h"
#include "profiler/store/derive/derive.h"
#include "profiler/store/event_name.h"

namespace profiler {

absl::Status ForEachDeviceEvent(const Profile& profile, const Query& query,
                                const TakeDeviceEvent& take, RunContext& context,
                                const TakeDeviceEvent& pass) {
  PROFILER_ASSIGN_OR_RETURN(const SelectedSteps steps, SelectSteps(profile, query.selection.steps));
  const Places places(profile, query.selection);
  for (uint32_t t = 0; t < profile.tracks.size(); ++t) {
    const TrackRow& track = profile.tracks[TrackId(t)];
    if (!derive::IsAccelerator(track) || track.role != TrackRole::kExec) continue;
    if (!places.Has(track)) continue;
    const Events& events = profile.events[TrackId(t)];
    for (uint32_t e = 0; e < events.size(); ++e) {
      if (e % kCheckEvery == 0) PROFILER_RETURN_IF_ERROR(context.Check());
      if (!events.kind.empty() && events.kind[e] != EventKind::kSlice) continue;
      if (steps.Has(events.step[e])) {
        take(TrackId(t), e);
      } else if (pass != nullptr) {
        pass(TrackId(t), e);
      }
    }
  }
  return absl::OkStatus();
}

StringId NameOfEvent(const Profile& profile, const Events& events, uint32_t event) {
  return EventName(profile, events, event);
}

StringId OpOfEvent(const Profile& profile, const Events& events, uint32_t event) {
  const OpId op = events.op[event];
  if (!op.valid() || profile.ops.row[op].kind == OpKind::kRuntime) return StringId();
  const OpRow& row = profile.ops.row[op];
  return row.framework_op.valid() ? profile.ops.row[row.framework_op].name : row.name;
}

}  // namespace profiler
