#include "profiler/analysis/memory/calls_to_device.h"

#include "profiler/analysis/memory/memory_kinds.h"
#include "profiler/analysis/memory/model_copies.h"

namespace profiler {

CallsToDevice::CallsToDevice(const Profile& profile) {
  const ModelCopies model_copies(profile);
  for (const FlowRow& flow : profile.flows.values()) {
    if (flow.kind != FlowKind::kLaunch) continue;
    const auto [track, row] = flow.to;
    if (model_copies.Of(track, row) != ModelCopy::kNone) continue;
    const CopiedMemory memory = CopiedMemoryOf(profile, profile.events[track], row);
    const bool is_of_host =
        memory.from == MemoryKind::kPageable || memory.from == MemoryKind::kPinned;
    if (memory.to == MemoryKind::kDevice && is_of_host) {
      calls_.insert({flow.from.track, flow.from.row});
    }
  }
}

}  // namespace profiler
