#include "profiler/analysis/selection/picked_events.h"

#include <algorithm>
#include <tuple>
#include <utility>

#include "profiler/base/status.h"
#include "profiler/store/event_name.h"

namespace profiler {

absl::StatusOr<PickedEvents> PickedEvents::Make(const Profile& profile, const Query& query) {
  PROFILER_ASSIGN_OR_RETURN(SelectedSteps steps, SelectSteps(profile, query.selection.steps));
  return PickedEvents(profile, query, std::move(steps));
}

PickedEvents::PickedEvents(const Profile& profile, const Query& query, SelectedSteps steps)
    : profile_(profile),
      steps_(std::move(steps)),
      places_(profile, query.selection),
      shown_(query.show_names, profile.strings),
      hidden_(query.hide_names, profile.strings),
      shows_nameless_(query.show_names.Matches("") && !query.hide_names.Matches("")) {}

bool PickedEvents::IsThere(TrackId track, uint32_t row) const {
  const StepId step = profile_.events[track].step[row];
  return steps_.Has(step) && places_.Has(profile_.tracks[track]);
}

bool PickedEvents::Has(TrackId track, uint32_t row) {
  if (!IsThere(track, row)) return false;
  const StringId name = EventName(profile_, profile_.events[track], row);
  return name.valid() ? shown_.Matches(name) && !hidden_.Matches(name) : shows_nameless_;
}

StringId HostOf(const Profile& profile, const TrackRow& track) {
  if (track.device.valid()) {
    const StringId host = profile.devices[track.device].host;
    if (host.valid() && !profile.strings[host].empty()) return host;
  }
  return profile.sources[track.source].host;
}

std::vector<TrackId> TracksInOrder(const Profile& profile) {
  std::vector<TrackId> tracks;
  for (uint32_t t = 0; t < profile.tracks.size(); ++t) tracks.push_back(TrackId(t));
  const auto key = [&](TrackId id) {
    const TrackRow& track = profile.tracks[id];
    const DeviceRow device = track.device.valid() ? profile.devices[track.device] : DeviceRow();
    return std::tuple(profile.strings[HostOf(profile, track)], device.kind, device.ordinal,
                      profile.strings[device.name], track.sort_key, profile.strings[track.name],
                      id);
  };
  std::sort(tracks.begin(), tracks.end(), [&](TrackId a, TrackId b) { return key(a) < key(b); });
  return tracks;
}

StringId FrameworkName(const Profile& profile, OpId op) {
  if (!op.valid()) return StringId();
  const OpRow& row = profile.ops.row[op];
  return row.framework_op.valid() ? profile.ops.row[row.framework_op].name : row.name;
}

}  // namespace profiler
