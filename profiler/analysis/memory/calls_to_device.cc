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
    if (memory.to == MemoryKind::kDevice && IsHostMemory(memory.from)) {
      calls_.insert({flow.from.track, flow.from.row});
    }
  }
}

}  // namespace profiler
