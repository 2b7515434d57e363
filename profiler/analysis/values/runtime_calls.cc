#include "profiler/analysis/values/runtime_calls.h"

#include <vector>

#include "profiler/analysis/ops/framework_op.h"
#include "profiler/analysis/selection/event_scan.h"
#include "profiler/base/status.h"

namespace profiler {

absl::StatusOr<absl::flat_hash_map<StringId, Int128>> RuntimeTimesOfTypes(const Selected& selected,
                                                                          RunContext& context) {
  const Profile& profile = selected.profile();
  std::vector<char> is_op(profile.op_count());
  for (uint32_t op = 0; op < is_op.size(); ++op) {
    is_op[op] = IsFrameworkOp(profile, OpId(op)) ? 1 : 0;
  }
  absl::flat_hash_map<StringId, Int128> times;
  PROFILER_RETURN_IF_ERROR(
      ForEachEvent(selected, HoldsThreadsWork, context, [&](const Track& track, uint32_t event) {
        const Events& events = track.events;
        const OpId call = events.op[event];
        const uint32_t parent = events.ParentOf(event);
        if (!call.valid() || parent == Events::kNoParent) return;
        if (profile.ops.row[call].kind != OpKind::kRuntime || is_op[call.row()] != 0) return;
        const OpId op = events.op[parent];
        if (!op.valid() || is_op[op.row()] == 0) return;
        times[profile.ops.row[op].type] += events.duration[event];
      }));
  return times;
}

}  // namespace profiler
