#include "profiler/readers/common/line_kinds.h"

#include <charconv>

namespace profiler::xspace {
namespace {

using Role = PlaneKind::Role;

constexpr std::string_view kHostPlanes[] = {"/host:CPU", "/host:CUPTI", "/host:ROCTRACER",
                                            "/host:python-tracer", "/host:tfstreamz"};

// Lanes that an analyser derived, or that repeat the time of others.
constexpr std::string_view kOverlays[] = {
    "Steps",         "Sparse Core Steps",     "XLA Modules",          "Sparse Core Modules",
    "XLA TraceMe",   "TensorFlow Name Scope", "Framework Name Scope", "TensorFlow Ops",
    "Framework Ops", "Source code",           "Launch Stats"};

// Returns the number after `prefix`, or kUnknown if there is none.
int64_t NumberBehind(std::string_view text, std::string_view prefix) {
  if (!text.starts_with(prefix)) return kUnknown;
  text.remove_prefix(prefix.size());
  int64_t number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  return error == std::errc() && number >= 0 ? number : kUnknown;
}

// Whether a stream has only copies, e.g. `Stream #15(MemcpyH2D,Memset)`.
bool IsCopyStream(std::string_view name) {
  const size_t open = name.find('(');
  if (open == name.npos || !name.ends_with(')')) return false;
  std::string_view kinds = name.substr(open + 1, name.size() - open - 2);
  while (!kinds.empty()) {
    const std::string_view kind = kinds.substr(0, kinds.find(','));
    if (!kind.starts_with("Memcpy") && !kind.starts_with("Memset")) return false;
    kinds.remove_prefix(kind.size() + (kind.size() < kinds.size() ? 1 : 0));
  }
  return true;
}

LineKind OfDevice(const PlaneKind& plane, std::string_view name) {
  LineKind line;
  if (name.starts_with("Stream #") || name.starts_with("Context #")) {
    line.kind = IsCopyStream(name) ? TrackKind::kCopyQueue : TrackKind::kStream;
    line.role = TrackRole::kExec;
    return line;
  }
  const bool is_core = plane.device == DeviceKind::kTpu || plane.device == DeviceKind::kSparseCore;
  if (name == "XLA Ops" || name == "Sparse Core Ops") {
    line.holds_ops = true;
    if (!is_core) return line;  // on a GPU the streams have the time
    line.kind = TrackKind::kStream;
    line.role = TrackRole::kExec;
    return line;
  }
  if (name == "Async XLA Ops") {
    line.holds_ops = true;
    line.kind = TrackKind::kStream;
    line.role = TrackRole::kAsync;
    return line;
  }
  line.holds_steps = is_core && (name == "Steps" || name == "Sparse Core Steps");
  for (std::string_view overlay : kOverlays) {
    if (name == overlay) return line;
  }
  line.is_known = false;
  return line;
}

}  // namespace

PlaneKind KindOfPlane(std::string_view name) {
  for (std::string_view host : kHostPlanes) {
    if (name == host) return {Role::kHost, DeviceKind::kCpu, 0};
  }
  if (name == "/host:metadata") return {Role::kMetadata};
  if (name == "Task Environment") return {Role::kTask};
  if (const int64_t gpu = NumberBehind(name, "/device:GPU:"); gpu != kUnknown) {
    return {Role::kDevice, DeviceKind::kGpu, gpu};
  }
  if (const int64_t tpu = NumberBehind(name, "/device:TPU:"); tpu != kUnknown) {
    const size_t core = name.find(" SparseCore ");
    if (core == name.npos) return {Role::kDevice, DeviceKind::kTpu, tpu};
    return {Role::kDevice, DeviceKind::kSparseCore,
            NumberBehind(name.substr(core), " SparseCore ")};
  }
  return {};
}

LineKind KindOfLine(const PlaneKind& plane, std::string_view name) {
  if (plane.role == Role::kHost) return {TrackKind::kThread, TrackRole::kExec};
  if (plane.role == Role::kDevice) return OfDevice(plane, name);
  LineKind line;
  line.is_known = false;
  return line;
}

}  // namespace profiler::xspace
