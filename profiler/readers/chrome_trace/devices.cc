#include "profiler/readers/chrome_trace/devices.h"

#include <fmt/format.h>

#include "profiler/base/ascii.h"
#include "profiler/readers/common/line_kinds.h"

namespace profiler::chrome_trace {

void Devices::AddFullName(std::string_view name) {
  const size_t device = name.find("/device:");
  if (device == 0 || device == name.npos) return;
  const auto [it, is_new] = full_names_.try_emplace(Lower(name.substr(device)), std::string(name));
  if (!is_new && it->second != name) it->second.clear();
}

DeviceId Devices::Named(std::string_view name) {
  const auto full = full_names_.find(Lower(name));
  if (full != full_names_.end() && !full->second.empty()) name = full->second;
  const DeviceId id = builder_.Device(name);
  DeviceRow& device = builder_.device(id);
  // Several ranks may share a host, and each names its devices alike.
  if (builder_.strings()[device.host].empty()) device.host = builder_.source(source_).host;
  return id;
}

DeviceId Devices::OfPlane(const ProcessKind& process) {
  const DeviceId id = Named(process.device);
  const xspace::PlaneKind plane = xspace::KindOfPlane(process.plane);
  DeviceRow& device = builder_.device(id);
  device.kind = plane.device;
  device.ordinal = plane.ordinal;
  if (!process.place.empty()) device.host = builder_.Intern(process.place);
  return id;
}

DeviceId Devices::Host() {
  const DeviceId id = Named("/host:CPU");
  builder_.device(id).kind = DeviceKind::kCpu;
  builder_.device(id).ordinal = 0;
  return id;
}

DeviceId Devices::Gpu(int64_t ordinal) { return Named(fmt::format("/device:GPU:{}", ordinal)); }

}  // namespace profiler::chrome_trace
