#include "profiler/analysis/selection/track_order.h"

#include <algorithm>
#include <tuple>

#include "profiler/analysis/selection/event_scan.h"

namespace profiler {

StringId HostOf(const Profile& profile, const TrackRow& track) {
  if (track.device.valid()) {
    const StringId host = profile.devices[track.device].host;
    if (host.valid() && !profile.strings[host].empty()) return host;
  }
  return profile.sources[track.source].host;
}

std::vector<TrackId> TracksInOrder(const Selected& selected) {
  const Profile& profile = selected.profile();
  std::vector<TrackId> tracks;
  for (const Track track : Tracks(selected)) tracks.push_back(track.id);
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

}  // namespace profiler
