#include "profiler/analysis/values/runtime_calls.h"

#include "profiler/analysis/ops/framework_op.h"
#include "profiler/analysis/selection/event_scan.h"
#include "profiler/base/status.h"

namespace profiler {

namespace {

// The innermost op around an event that is none; invalid if there is none.
OpId OpAround(const Profile& profile, const Events& events, uint32_t event) {
  for (uint32_t at = events.ParentOf(event); at != Events::kNoParent; at = events.ParentOf(at)) {
    const OpId op = events.op[at];
    if (op.valid() && profile.ops.row[op].kind != OpKind::kRuntime) return op;
  }
  return OpId();
}

}  // namespace

absl::StatusOr<absl::flat_hash_map<StringId, Int128>> CallTimesOfTypes(const Selected& selected,
                                                                       RunContext& context) {
  const Profile& profile = selected.profile();
  absl::flat_hash_map<StringId, Int128> times;
  PROFILER_RETURN_IF_ERROR(
      ForEachEvent(selected, HoldsThreadsWork, context, [&](const Track& track, uint32_t event) {
        const OpId call = track.events.op[event];
        if (!call.valid() || profile.ops.row[call].kind != OpKind::kRuntime) return;
        const OpId op = OpAround(profile, track.events, event);
        if (op.valid() && IsFrameworkOp(profile, op)) {
          times[profile.ops.row[op].type] += track.events.self[event];
        }
      }));
  return times;
}

}  // namespace profiler
