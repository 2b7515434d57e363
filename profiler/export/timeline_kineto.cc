#include "profiler/export/timeline_kineto.h"

#include "profiler/store/event_name.h"

namespace profiler {
namespace {

bool IsOfChromeTrace(const Profile& profile, const TrackRow& track) {
  return profile.strings[profile.sources[track.source].format] == "chrome_trace";
}

// Of streams as Kineto numbers them.
std::string_view OnDevice(const Profile& profile, const TrackRow& track, std::string_view name) {
  if (!profile.strings[track.name].starts_with("stream ")) return "";
  if (track.role == TrackRole::kAsync) return "cuda_sync";
  if (track.role == TrackRole::kOverlay) return "gpu_user_annotation";
  if (name.starts_with("Memcpy")) return "gpu_memcpy";
  return name.starts_with("Memset") ? "gpu_memset" : "kernel";
}

std::string_view OnHost(const Profile& profile, const TrackRow& track, const OpRow& op) {
  const std::string_view type = profile.strings[op.type];
  if (op.kind == OpKind::kFrameworkOp) {
    if (type == "user_annotation") return type;
    return op.type == op.name ? "cpu_op" : "";
  }
  if (type == "PythonFunction") return "python_function";
  if (type != "Runtime") return "";
  return track.role == TrackRole::kOverlay ? "Trace" : "cuda_runtime";
}

}  // namespace

std::string_view KinetoCategory(const Profile& profile, EventId event) {
  const TrackRow& track = profile.tracks[event.track];
  if (!IsOfChromeTrace(profile, track)) return "";
  const Events& events = profile.events[event.track];
  const bool on_device =
      track.device.valid() && profile.devices[track.device].kind == DeviceKind::kGpu;
  if (on_device) {
    return OnDevice(profile, track, profile.strings[EventName(profile, events, event.row)]);
  }
  const OpId op = events.op[event.row];
  return op.valid() ? OnHost(profile, track, profile.ops.row[op]) : "";
}

std::string_view KinetoArrow(const Profile& profile, const FlowRow& flow) {
  if (flow.kind == FlowKind::kAsync || KinetoCategory(profile, flow.from).empty()) return "";
  return flow.kind == FlowKind::kLaunch ? "ac2g" : "fwdbwd";
}

std::string_view KinetoLaunchKey(std::string_view category) {
  if (category == "cuda_runtime") return "correlation";
  return category == "cpu_op" ? "External id" : "";
}

}  // namespace profiler
