#include "profiler/analysis/memory/model_copies.h"

#include <string_view>

#include "profiler/analysis/memory/updated_copies.h"
#include "profiler/store/event_name.h"

namespace profiler {
namespace {

constexpr std::string_view kGradientOfCopy = "ToCopyBackward";

using ByTrack = std::vector<std::vector<bool>>;

void Mark(const Profile& profile, EventId event, ByTrack& marks) {
  std::vector<bool>& of_track = marks[event.track.row()];
  of_track.resize(profile.events[event.track].size());
  of_track[event.row] = true;
}

// The ops whose gradient is copied back; empty if there are none.
ByTrack OpsWithGradient(const Profile& profile) {
  ByTrack ops;
  for (const FlowRow& flow : profile.flows.values()) {
    if (flow.kind != FlowKind::kData) continue;
    const StringId name = EventName(profile, profile.events[flow.to.track], flow.to.row);
    if (!name.valid() || profile.strings[name].find(kGradientOfCopy) == std::string_view::npos) {
      continue;
    }
    ops.resize(profile.tracks.size());
    Mark(profile, flow.from, ops);
  }
  return ops;
}

bool IsIn(const Profile& profile, EventId call, const std::vector<bool>& ops) {
  if (ops.empty()) return false;
  const Events& events = profile.events[call.track];
  for (uint32_t e = call.row; e != Events::kNoParent; e = events.ParentOf(e)) {
    if (ops[e]) return true;
  }
  return false;
}

}  // namespace

ModelCopies::ModelCopies(const Profile& profile) {
  const auto set = [&](EventId event, ModelCopy copy) {
    of_track_.resize(profile.tracks.size());
    std::vector<ModelCopy>& of_track = of_track_[event.track.row()];
    of_track.resize(profile.events[event.track].size());
    of_track[event.row] = copy;
  };
  const UpdatedCopies updated = FindUpdatedCopies(profile);
  for (const EventId copy : updated.to_devices) set(copy, ModelCopy::kUpdated);
  for (const EventId copy : updated.of_state) set(copy, ModelCopy::kState);
  for (const EventId copy : updated.from_devices) set(copy, ModelCopy::kGradients);
  const ByTrack ops = OpsWithGradient(profile);
  if (ops.empty()) return;
  for (const FlowRow& flow : profile.flows.values()) {
    if (flow.kind != FlowKind::kLaunch) continue;
    if (IsIn(profile, flow.from, ops[flow.from.track.row()])) set(flow.to, ModelCopy::kComputed);
  }
}

}  // namespace profiler
