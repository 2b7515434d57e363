#include "absl/container/flat_hash_map.h"
#include "profiler/store/derive/derive.h"
#include "profiler/store/row_facts.h"

namespace profiler::derive {
namespace {

// Whether the event is the mark of its step, which the recorder set around all that runs in it.
bool IsStepMark(const Profile& profile, const Events& events, uint32_t event) {
  const StepId step = events.step[event];
  const OpId op = events.op[event];
  return step.valid() && op.valid() && profile.steps[step].name == profile.ops.row[op].name;
}

// Returns the op of each event: its own op, or that of the nearest enclosing event, e.g. the
// framework op around a runtime call. A step is none: what a CUDA graph runs is of the call that
// launches it. Parents come before children, so one pass suffices at any depth.
std::vector<OpId> OpsAround(const Profile& profile, const Events& events) {
  const auto is_runtime = [&](OpId op) {
    return !op.valid() || profile.ops.row[op].kind == OpKind::kRuntime;
  };
  std::vector<OpId> around = events.op;
  for (size_t e = 0; e < events.parent.size(); ++e) {
    const uint32_t parent = events.parent[e];
    if (parent == UINT32_MAX || !is_runtime(around[e]) || IsStepMark(profile, events, parent)) {
      continue;
    }
    if (!around[e].valid() || !is_runtime(around[parent])) around[e] = around[parent];
  }
  return around;
}

}  // namespace

void LinkLaunches(Profile& profile) {
  absl::flat_hash_map<TrackId, std::vector<OpId>> ops_around;
  for (const FlowRow& flow : profile.flows.values()) {
    if (flow.kind != FlowKind::kLaunch) continue;
    const Events& from = profile.events[flow.from.track];
    Events& to = profile.events[flow.to.track];
    if (!to.op[flow.to.row].valid()) {
      auto [it, is_new] = ops_around.try_emplace(flow.from.track);
      if (is_new) it->second = OpsAround(profile, from);
      to.op[flow.to.row] = it->second[flow.from.row];
    }
    if (to.step[flow.to.row].valid()) continue;
    to.step[flow.to.row] = from.step[flow.from.row];
    if (!IsStepByTime(from, flow.from.row)) continue;
    to.step_by_time.resize(to.size());
    to.step_by_time[flow.to.row] = 1;
  }
}

}  // namespace profiler::derive
