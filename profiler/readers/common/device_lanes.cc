#include "profiler/readers/common/device_lanes.h"

#include <algorithm>

#include "profiler/base/ascii.h"
#include "profiler/store/device_name.h"

namespace profiler {
namespace {

bool EndsWith(std::string_view text, std::string_view end) {
  return text.size() >= end.size() && text.substr(text.size() - end.size()) == end;
}
bool Contains(std::string_view text, std::string_view part) {
  return text.find(part) != std::string_view::npos;
}

// `.../device:KIND:N`, of any kind.
bool HasDeviceForm(std::string_view name) {
  const size_t slash = name.rfind('/');
  if (slash == std::string_view::npos) return false;
  std::string_view last = name.substr(slash + 1);
  if (last.substr(0, 7) != "device:") return false;
  last.remove_prefix(7);
  const size_t colon = last.find(':');
  if (colon == std::string_view::npos || colon == 0 || colon + 1 == last.size()) return false;
  return last.find_first_not_of("0123456789", colon + 1) == std::string_view::npos;
}

}  // namespace

DeviceLane DeviceLanes::Find(std::string_view recorded) {
  DeviceLane lane;
  lane.name = Lower(recorded);
  lane.is_on_cpu = Contains(lane.name, "cpu");
  const std::string_view part = SplitLane(lane.name).part;
  if (!part.empty()) {
    lane.is_part = true;
    lane.kind = part.substr(0, 6) == "memcpy" ? TrackKind::kCopyQueue : TrackKind::kStream;
    // Single streams and copies repeat the time of stream:all.
    lane.role = Contains(part, "stream:all") ? TrackRole::kExec : TrackRole::kOverlay;
    return lane;
  }
  lane.device = builder_.Device(lane.name);
  const DeviceKind kind = builder_.device(lane.device).kind;
  lane.is_canonical = kind == DeviceKind::kCpu || kind == DeviceKind::kGpu;
  if (lane.is_canonical) {
    if (std::find(canonical_.begin(), canonical_.end(), lane.device) == canonical_.end()) {
      canonical_.push_back(lane.device);
    }
  } else if (kind == DeviceKind::kOther && !HasDeviceForm(lane.name)) {
    lane.is_known = false;
    lane.role = TrackRole::kOverlay;
  }
  return lane;
}

TrackId DeviceLanes::Track(const DeviceLane& lane, DeviceId own) {
  auto [it, is_new] = tracks_.try_emplace({lane.name, lane.is_part ? own : DeviceId()});
  if (!is_new) return it->second;
  TrackRow track;
  track.source = source_;
  track.name = builder_.Intern(lane.name);
  track.kind = lane.kind;
  track.role = lane.role;
  track.device = lane.is_part ? DeviceOfPart(SplitLane(lane.name).device, own) : lane.device;
  return it->second = builder_.Track(track);
}

// Returns the op's own device if the name fits it, or else the run's only device that the name
// fits.
DeviceId DeviceLanes::DeviceOfPart(std::string_view name, DeviceId own) {
  const std::string text = ParseDeviceName(name).canonical;
  const auto fits = [&](DeviceId device) {
    return EndsWith(builder_.strings()[builder_.device(device).canonical_name], text);
  };
  if (own.valid() && fits(own)) return own;
  const auto first = std::find_if(canonical_.begin(), canonical_.end(), fits);
  if (first != canonical_.end() && std::none_of(first + 1, canonical_.end(), fits)) return *first;
  return builder_.Device(name);
}

}  // namespace profiler
