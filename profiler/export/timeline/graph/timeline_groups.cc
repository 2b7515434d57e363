#include "profiler/export/timeline/graph/timeline_groups.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <tuple>
#include <utility>

#include "profiler/analysis/selection/event_scan.h"
#include "profiler/store/device_name.h"

namespace profiler {
namespace {

// Whether the track is named like a TensorFlow device or a part of one.
bool IsLane(const Profile& profile, const TrackRow& track) {
  if (track.kind == TrackKind::kLane) return true;
  const LaneName name = SplitLane(profile.strings[track.name]);
  return ParseDeviceName(name.device).ordinal != kUnknown;
}

std::string_view DeviceText(const Profile& profile, DeviceId device) {
  return device.valid() ? profile.strings[profile.devices[device].name] : std::string_view();
}

// Pads numbers to one width, so that task:10 sorts after task:9.
std::string PadNumbers(std::string_view text) {
  constexpr size_t kWidth = 20;
  std::string padded;
  size_t digits = 0;
  const auto end_number = [&] {
    if (digits > 0 && digits < kWidth) padded.insert(padded.size() - digits, kWidth - digits, '0');
    digits = 0;
  };
  for (char c : text) {
    if (c >= '0' && c <= '9') {
      ++digits;
    } else {
      end_number();
    }
    padded += c;
  }
  end_number();
  return padded;
}

}  // namespace

TimelineGroups::TimelineGroups(const Profile& profile) : profile_(profile) {
  NamePlaces();
  std::map<std::pair<std::string, std::string>, uint32_t> index;  // by place and lane or device
  group_of_.resize(profile.tracks.size());
  for (const Track one : Tracks(profile)) {
    const TrackRow& track = one.row;
    const bool is_lane = IsLane(profile, track);
    const std::string what = is_lane ? fmt::format("lane {}", profile.strings[track.name])
                                     : fmt::format("device {}", DeviceText(profile, track.device));
    const auto [it, is_new] = index.try_emplace({places_[track.source.row()], what},
                                                static_cast<uint32_t>(groups_.size()));
    if (is_new) groups_.push_back({GroupName(track, is_lane), is_lane, {}});
    groups_[it->second].tracks.push_back(one.id);
    group_of_[one.id.row()] = it->second;
  }
  for (TimelineGroup& group : groups_) {
    std::stable_sort(group.tracks.begin(), group.tracks.end(), [&](TrackId a, TrackId b) {
      const TrackRow &x = profile.tracks[a], &y = profile.tracks[b];
      return std::tuple(x.sort_key, profile.strings[x.name]) <
             std::tuple(y.sort_key, profile.strings[y.name]);
    });
  }
}

void TimelineGroups::NamePlaces() {
  for (const SourceRow& source : profile_.sources.values()) {
    std::string place(profile_.strings[source.host]);
    const std::string rank = source.rank == kUnknown ? "" : fmt::format("rank {}", source.rank);
    // If the host has no name, `place` may be the rank already.
    if (place != rank)
      place += fmt::format("{}{}", place.empty() || rank.empty() ? "" : ", ", rank);
    if (source.run.valid()) {
      place += fmt::format("{}run {}", place.empty() ? "" : ", ", profile_.strings[source.run]);
    }
    several_places_ |= !places_.empty() && place != places_.front();
    places_.push_back(std::move(place));
  }
}

std::string TimelineGroups::PlaceText(SourceId source) const {
  const bool is_told = several_places_ && source.valid() && !places_[source.row()].empty();
  return is_told ? fmt::format(" ({})", places_[source.row()]) : "";
}

std::string TimelineGroups::GroupName(const TrackRow& track, bool is_lane) const {
  const std::string_view name = profile_.strings[track.name];
  const std::string place = PlaceText(track.source);
  if (is_lane) {
    const bool executes =
        name.find("stream") != std::string_view::npos || track.kind == TrackKind::kCopyQueue;
    return fmt::format("Op {} threads: {}{}", executes ? "execution" : "scheduling", name, place);
  }
  const std::string_view device = DeviceText(profile_, track.device);
  if (!device.empty()) return fmt::format("{}{}", device, place);
  const std::string_view host = profile_.strings[profile_.sources[track.source].host];
  return fmt::format("{}{}", host.empty() ? "host" : host, place);
}

std::string TimelineGroups::SortKey(SourceId source, DeviceId device, std::string_view rest) const {
  const std::string_view canonical =
      device.valid() ? profile_.strings[profile_.devices[device].canonical_name] : "";
  return PadNumbers(fmt::format("{}\n{}\n{}", source.valid() ? places_[source.row()] : "",
                                canonical.empty() ? DeviceText(profile_, device) : canonical,
                                rest));
}

std::string TimelineGroups::SortKey(const TimelineGroup& group) const {
  const TrackRow& track = profile_.tracks[group.tracks.front()];
  return SortKey(track.source, track.device, "0 " + group.name);
}

}  // namespace profiler
