#include "profiler/export/profile_proto/profile_proto_lanes.h"

#include <string_view>

#include "profiler/analysis/selection/event_scan.h"
#include "profiler/base/ascii.h"
#include "profiler/export/profile_proto/tfprof_source.h"
#include "profiler/store/row_facts.h"

namespace profiler {
ExportedLanes::ExportedLanes(const Profile& profile, bool compat_tfprof)
    : profile_(profile), all_tfprof_profiles_(AllTfprofProfiles(profile)) {
  for (const Track track : Tracks(profile)) lanes_.push_back(MakeLane(track.row, compat_tfprof));
}

std::string ExportedLanes::DeviceText(DeviceId device) const {
  const std::string_view name = profile_.strings[profile_.devices[device].name];
  return all_tfprof_profiles_ ? std::string(name) : Lower(name);
}

ExportedLanes::Kind ExportedLanes::KindOf(const TrackRow& track, bool compat_tfprof) const {
  if (track.role == TrackRole::kOverlay) return Kind::kOverlay;
  if (!IsInTotals(track)) return Kind::kNone;
  if (track.kind == TrackKind::kStream || track.kind == TrackKind::kCopyQueue) {
    return Kind::kAccelerator;
  }
  // tfprof itself ignores the time of other kinds of devices.
  const DeviceKind device =
      track.device.valid() ? profile_.devices[track.device].kind : DeviceKind::kOther;
  const bool is_summed = device == DeviceKind::kCpu || device == DeviceKind::kGpu ||
                         !compat_tfprof || !IsTensorFlowRun(profile_.sources[track.source]);
  return is_summed ? Kind::kCpu : Kind::kOverlay;
}

ExportedLanes::Lane ExportedLanes::MakeLane(const TrackRow& track, bool compat_tfprof) const {
  const Kind kind = KindOf(track, compat_tfprof);
  const std::string_view name = profile_.strings[track.name];
  if (IsTfprofProfile(profile_, track.source)) return {kind, std::string(name)};
  if (!name.empty() && name.front() == '/') return {kind, Lower(name)};
  // For tracks of other tools: tfprof supports only events on devices.
  if (kind == Kind::kOverlay) return {};
  std::string lane = track.device.valid() ? DeviceText(track.device) : "/device:cpu:0";
  if (track.kind == TrackKind::kStream) lane += "/stream:all";
  if (track.kind == TrackKind::kCopyQueue) lane += "/memcpy";
  return {kind, lane};
}

}  // namespace profiler
