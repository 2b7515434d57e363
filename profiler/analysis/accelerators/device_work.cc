#include "profiler/analysis/accelerators/device_work.h"

#include <algorithm>
#include <string>

#include "profiler/analysis/accelerators/kernel_details.h"
#include "profiler/base/ascii.h"
#include "profiler/store/event_name.h"

namespace profiler {
namespace {

// Whether XLA's instruction begins a copy that runs beside other work, or waits for its end.
bool IsAsyncCopy(std::string_view name) {
  for (const std::string_view what : {"copy", "slice", "dynamic-slice", "dynamic-update-slice"}) {
    if (!name.starts_with(what)) continue;
    const std::string_view rest = name.substr(what.size());
    for (const std::string_view end : {"-start", "-done"}) {
      if (rest == end || (rest.starts_with(end) && rest[end.size()] == '.')) return true;
    }
  }
  return false;
}

}  // namespace

DeviceWork DeviceWorkOfName(std::string_view name) {
  // TensorFlow's names are e.g. edge_5_x:MEMCPYHtoD.
  const std::string lower = Lower(name.substr(name.rfind('/') + 1));
  const auto is_named = [&](std::string_view word) {
    const size_t at = lower.find(word);
    const bool is_start = at == 0 || (at != lower.npos && lower[at - 1] == ':');
    // A kernel may be called memcpy_like_kernel.
    const bool is_whole = lower.substr(std::min(lower.size(), at)).find('_') != word.size();
    return (is_start && is_whole) || lower.starts_with("hip" + std::string(word));
  };
  // HIP fills and copies buffers with kernels of its own.
  if (is_named("memset") || lower.starts_with("__amd_rocclr_fill")) return DeviceWork::kMemset;
  const bool is_copy =
      is_named("memcpy") || IsAsyncCopy(lower) || lower.starts_with("__amd_rocclr_copy") ||
      lower.starts_with("copyhosttodevice") || lower.starts_with("copydevicetohost") ||
      lower.starts_with("copydevicetodevice");
  return is_copy ? DeviceWork::kCopy : DeviceWork::kKernel;
}

bool DeviceWorkKinds::IsCopyDetail(StringId detail) {
  uint8_t& known = by_detail_[detail.row()];
  if (known == kNotAsked) {
    known = ParseKernelDetails(profile_.strings[detail]).copied_bytes == kUnknown ? 0 : 1;
  }
  return known != 0;
}

OpId WorksFor(const Profile& profile, OpId op) {
  if (!op.valid() || profile.ops.row[op].kind == OpKind::kRuntime) return OpId();
  const OpRow& row = profile.ops.row[op];
  if (row.framework_op.valid()) return row.framework_op;
  return row.kind == OpKind::kHloInstruction ? OpId() : op;
}

DeviceWork DeviceWorkKinds::Of(const TrackRow& track, const Events& events, uint32_t event) {
  const StringId name = EventName(profile_, events, event);
  DeviceWork kind = DeviceWork::kKernel;
  if (name.valid()) {
    uint8_t& known = by_name_[name.row()];
    if (known == kNotAsked) known = static_cast<uint8_t>(DeviceWorkOfName(profile_.strings[name]));
    kind = static_cast<DeviceWork>(known);
  }
  if (kind != DeviceWork::kKernel) return kind;
  const bool has_detail = !events.detail.empty() && events.detail[event].valid();
  const bool is_copy =
      track.kind == TrackKind::kCopyQueue || (has_detail && IsCopyDetail(events.detail[event]));
  return is_copy ? DeviceWork::kCopy : DeviceWork::kKernel;
}

}  // namespace profiler
