#ifndef PROFILER_READERS_COMMON_LINE_KINDS_H_
#define PROFILER_READERS_COMMON_LINE_KINDS_H_

#include <cstdint>
#include <string_view>

#include "profiler/store/kinds.h"

namespace profiler::xspace {

// The kind of a plane, parsed from its name.
struct PlaneKind {
  enum class Role : uint8_t { kHost, kDevice, kMetadata, kTask, kOther };
  Role role = Role::kOther;
  DeviceKind device = DeviceKind::kOther;
  int64_t ordinal = kUnknown;
};
PlaneKind KindOfPlane(std::string_view name);

// The kind of a line, parsed from its name and the kind of its plane.
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
