#include "absl/container/flat_hash_map.h"
#include "profiler/store/derive/derive.h"

namespace profiler::derive {
namespace {

// Per event, its own op, or that of the nearest event around it. A parent stands before its
// children, so one pass does, however deep the stack.
std::vector<OpId> OpsAround(const Events& events) {
  std::vector<OpId> around = events.op;
  for (size_t e = 0; e < events.parent.size(); ++e) {
    const uint32_t parent = events.parent[e];
    if (!around[e].valid() && parent != UINT32_MAX) around[e] = around[parent];
  }
  return around;
}

}  // namespace

void LinkLaunches(Profile& profile) {
  absl::flat_hash_map<TrackId, std::vector<OpId>> ops_around;
  for (const FlowRow& flow : profile.flows) {
    if (flow.kind != FlowKind::kLaunch) continue;
    const Events& from = profile.events[flow.from.track];
    Events& to = profile.events[flow.to.track];
    if (!to.op[flow.to.row].valid()) {
      auto [it, is_new] = ops_around.try_emplace(flow.from.track);
      if (is_new) it->second = OpsAround(from);
      to.op[flow.to.row] = it->second[flow.from.row];
    }
    if (to.step[flow.to.row].valid()) continue;
    to.step[flow.to.row] = from.step[flow.from.row];
    if (from.step_by_time.empty() || from.step_by_time[flow.from.row] == 0) continue;
    to.step_by_time.resize(to.size());
    to.step_by_time[flow.to.row] = 1;
  }
}

}  // namespace profiler::derive
