#include "profiler/store/device_name.h"

#include <charconv>

#include "profiler/base/ascii.h"

namespace profiler {
namespace {

DeviceKind KindOf(std::string_view word) {
  if (word == "cpu") return DeviceKind::kCpu;
  if (word == "gpu") return DeviceKind::kGpu;
  if (word == "tpu") return DeviceKind::kTpu;
  return DeviceKind::kOther;
}

}  // namespace

DeviceName ParseDeviceName(std::string_view name) {
  DeviceName parsed;
  parsed.canonical = Lower(name);
  const size_t slash = parsed.canonical.rfind('/');
  if (slash == std::string::npos) return parsed;
  std::string_view last = std::string_view(parsed.canonical).substr(slash + 1);
  const bool spelled_out = last.substr(0, 7) == "device:";
  if (spelled_out) last.remove_prefix(7);
  const size_t colon = last.find(':');
  if (colon == std::string_view::npos) return parsed;
  const std::string_view digits = last.substr(colon + 1);
  int64_t ordinal = 0;
  auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), ordinal);
  const DeviceKind kind = KindOf(last.substr(0, colon));
  if (error != std::errc() || end != digits.data() + digits.size() || ordinal < 0 ||
      kind == DeviceKind::kOther) {
    return parsed;
  }
  parsed.kind = kind;
  parsed.ordinal = ordinal;
  parsed.host = name.substr(0, slash);
  if (!spelled_out) parsed.canonical.insert(slash + 1, "device:");
  return parsed;
}

LaneName SplitLane(std::string_view name) {
  const size_t slash = name.rfind('/');
  if (slash == std::string_view::npos || slash == 0) return {name, {}};
  const std::string_view part = name.substr(slash + 1);
  if (part.substr(0, 7) == "stream:" || part.substr(0, 6) == "memcpy") {
    return {name.substr(0, slash), part};
  }
  return {name, {}};
}

}  // namespace profiler
