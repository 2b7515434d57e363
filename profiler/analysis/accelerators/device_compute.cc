#include "profiler/analysis/accelerators/device_compute.h"

#include "profiler/analysis/steps/step_event_types.h"
#include "profiler/base/status.h"
#include "profiler/store/derive/derive.h"

namespace profiler {

absl::StatusOr<DeviceCompute> ComputeOfDevices(const Profile& profile, const SelectedSteps& steps,
                                               const Places& places, const RunContext& context) {
  DeviceCompute compute;
  StepEventTypes types(profile);
  PrecisionTable precisions(profile);
  for (uint32_t t = 0; t < profile.tracks.size(); ++t) {
    const TrackRow& track = profile.tracks[TrackId(t)];
    if (track.role != TrackRole::kExec || !derive::IsAccelerator(track)) continue;
    if (!places.Has(track)) continue;
    const Events& events = profile.events[TrackId(t)];
    for (uint32_t e = 0; e < events.size(); ++e) {
      if (e % kCheckEvery == 0) PROFILER_RETURN_IF_ERROR(context.Check());
      if (!steps.Has(events.step[e])) continue;
      const StepEventType type = types.Of(TrackId(t), e);
      if (type != StepEventType::kCompute16 && type != StepEventType::kCompute32) continue;
      compute.time[static_cast<size_t>(precisions.Of(events, e))] += events.self[e];
    }
  }
  return compute;
}

}  // namespace profiler
