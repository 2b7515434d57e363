#include "profiler/export/timeline/timeline_kineto.h"

#include "profiler/analysis/selection/event_scan.h"
#include "profiler/store/event_name.h"

namespace profiler {
namespace {

// The name to use on a track that is a stream with a number from Kineto.
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
    if (type == kUserMarkType) return type;
    return op.type == op.name ? "cpu_op" : "";
  }
  if (type == kPythonFunctionType) return "python_function";
  if (type != kRuntimeType) return "";
  return track.role == TrackRole::kOverlay ? "Trace" : "cuda_runtime";
}

}  // namespace

KinetoNames::KinetoNames(const Profile& profile) : profile_(profile) {
  for (const Track track : Tracks(profile)) {
    has_kineto_names_.push_back(profile.sources[track.row.source].has_kineto_names);
  }
}

std::string_view KinetoNames::CategoryThere(EventId event) const {
  const TrackRow& track = profile_.tracks[event.track];
  const Events& events = profile_.events[event.track];
  const bool on_device =
      track.device.valid() && profile_.devices[track.device].kind == DeviceKind::kGpu;
  if (on_device) {
    return OnDevice(profile_, track, profile_.strings[EventName(profile_, events, event.row)]);
  }
  const OpId op = events.op[event.row];
  return op.valid() ? OnHost(profile_, track, profile_.ops.row[op]) : "";
}

std::string_view KinetoNames::Arrow(const FlowRow& flow) const {
  if (flow.kind == FlowKind::kAsync || Category(flow.from).empty()) return "";
  return flow.kind == FlowKind::kLaunch ? "ac2g" : "fwdbwd";
}

std::string_view KinetoLaunchKey(std::string_view category) {
  if (category == "cuda_runtime") return "correlation";
  return category == "cpu_op" ? "External id" : "";
}

}  // namespace profiler
