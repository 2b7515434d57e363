#include "profiler/analysis/accelerators/device_compute.h"

#include "profiler/analysis/accelerators/device_work.h"
#include "profiler/analysis/selection/event_scan.h"
#include "profiler/analysis/steps/step_event_types.h"
#include "profiler/base/status.h"

namespace profiler {

absl::StatusOr<DeviceCompute> ComputeOfDevices(const Selected& selected,
                                               const RunContext& context) {
  const Profile& profile = selected.profile();
  DeviceCompute compute;
  StepEventTypes types(profile);
  PrecisionTable precisions(profile);
  DeviceWorkKinds kinds(profile);
  const auto add = [&](const Track& track, uint32_t e) {
    if (kinds.Of(track.row, track.events, e) != DeviceWork::kKernel) return;
    const StepEventType type = types.Of(track.id, e);
    if (type != StepEventType::kCompute16 && type != StepEventType::kCompute32) return;
    compute.time[static_cast<size_t>(precisions.Of(track.events, e))] += track.events.self[e];
  };
  PROFILER_RETURN_IF_ERROR(ForEachEvent(selected, HoldsDeviceWork, context, add));
  return compute;
}

}  // namespace profiler
