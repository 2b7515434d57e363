#ifndef PROFILER_READERS_COMMON_LINE_KINDS_H_
#define PROFILER_READERS_COMMON_LINE_KINDS_H_

#include <cstdint>
#include <string_view>

#include "profiler/store/kinds.h"

namespace profiler::xspace {

// What a plane's name says.
struct PlaneKind {
  enum class Role : uint8_t { kHost, kDevice, kMetadata, kTask, kOther };
  Role role = Role::kOther;
  DeviceKind device = DeviceKind::kOther;
  int64_t ordinal = kUnknown;
};
PlaneKind KindOfPlane(std::string_view name);

// What a line's name says, on a plane of some kind.
struct LineKind {
  TrackKind kind = TrackKind::kMarker;
  TrackRole role = TrackRole::kOverlay;
  bool holds_ops = false;    // its events are HLO instructions
  bool holds_steps = false;  // its events are steps
  bool is_known = true;
};
LineKind KindOfLine(const PlaneKind& plane, std::string_view name);

}  // namespace profiler::xspace

#endif  // PROFILER_READERS_COMMON_LINE_KINDS_H_
