#include <algorithm>

#include "profiler/store/derive/derive.h"

namespace profiler::derive {
namespace {

// By step, the end of the last work that it launched; kUnknown if it launched none.
std::vector<int64_t> LaunchedUntil(const Profile& profile) {
  std::vector<int64_t> until(profile.steps.size(), kUnknown);
  for (const FlowRow& flow : profile.flows) {
    if (flow.kind != FlowKind::kLaunch) continue;
    const Events& events = profile.events[flow.to.track];
    const uint32_t row = flow.to.row;
    const bool by_time = !events.step_by_time.empty() && events.step_by_time[row] != 0;
    const StepId step = events.step[row];
    if (!step.valid() || by_time) continue;
    until[step.row()] = std::max(until[step.row()], events.begin[row] + events.duration[row]);
  }
  return until;
}

}  // namespace

void ExtendSteps(Profile& profile) {
  const std::vector<int64_t> until = LaunchedUntil(profile);
  std::vector<StepId> order;
  for (uint32_t i = 0; i < profile.steps.size(); ++i) {
    const StepRow& step = profile.steps[StepId(i)];
    if (step.begin != kUnknown && step.end != kUnknown) order.emplace_back(i);
  }
  std::stable_sort(order.begin(), order.end(), [&](StepId a, StepId b) {
    return profile.steps[a].begin < profile.steps[b].begin;
  });
  // By source: the latest end of an extended step.
  std::vector<int64_t> busy_until(profile.sources.size(), INT64_MIN);
  for (const StepId id : order) {
    StepRow& step = profile.steps[id];
    int64_t& busy = busy_until[step.source.row()];
    const bool outlasts = until[id.row()] > step.end;
    step.end = std::max(step.end, until[id.row()]);
    // The host ran ahead of the device, which starts with this step only now. Inconsistent times
    // are not changed.
    if (busy > step.begin && busy < step.end) step.begin = busy;
    if (outlasts) busy = std::max(busy, step.end);
  }
}

}  // namespace profiler::derive
