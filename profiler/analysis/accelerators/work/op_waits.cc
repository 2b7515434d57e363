#include "profiler/analysis/accelerators/work/op_waits.h"

#include <cstdint>
#include <vector>

#include "profiler/analysis/accelerators/host_waits.h"
#include "profiler/analysis/accelerators/launches/queue_waits.h"
#include "profiler/analysis/selection/event_scan.h"
#include "profiler/analysis/selection/framework_name.h"
#include "profiler/base/status.h"

namespace profiler {
namespace {

// The most events around a call that are searched for its op, as stacks may be arbitrarily deep.
constexpr int kMostAroundWait = 100;

// The innermost op around a call; invalid if there is none.
StringId OpAround(const Profile& profile, const Events& events, uint32_t call) {
  uint32_t event = events.ParentOf(call);
  for (int i = 0; event != Events::kNoParent && i < kMostAroundWait; ++i) {
    const StringId op = OpOfEvent(profile, events, event);
    if (op.valid()) return op;
    event = events.ParentOf(event);
  }
  return StringId();
}

}  // namespace

absl::StatusOr<absl::flat_hash_map<StringId, Int128>> WaitsOfOps(const Selected& selected,
                                                                 const RunContext& context) {
  const Profile& profile = selected.profile();
  std::vector<char> waits;  // by op
  waits.reserve(profile.op_count());
  for (const OpRow& op : profile.ops.row.values()) {
    waits.push_back(op.kind == OpKind::kRuntime && WaitsForDevice(profile.strings[op.name]));
  }
  const QueueWaits queue_waits(profile);
  absl::flat_hash_map<StringId, Int128> times;
  PROFILER_RETURN_IF_ERROR(
      ForEachEvent(selected, HoldsThreadsWork, context, [&](const Track& track, uint32_t event) {
        const OpId call = track.events.op[event];
        const bool counts =
            call.valid() && (waits[call.row()] != 0 || queue_waits.Has({track.id, event}));
        if (!counts || !IsSlice(track.events, event)) return;
        const StringId op = OpAround(profile, track.events, event);
        if (op.valid()) times[op] += track.events.duration[event];
      }));
  return times;
}

}  // namespace profiler
