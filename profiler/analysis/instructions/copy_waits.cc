#include "profiler/analysis/instructions/copy_waits.h"

#include <map>
#include <set>
#include <utility>

#include "profiler/analysis/instructions/async_copies.h"
#include "profiler/analysis/ops/op_device_times.h"
#include "profiler/analysis/selection/event_scan.h"
#include "profiler/base/status.h"

namespace profiler {

absl::StatusOr<CopyWaits> CopyWaitsOf(const Selected& selected, const RunContext& context) {
  const Profile& profile = selected.profile();
  const AsyncCopies copies(profile);
  CopyWaits waits;
  // By the op as the user wrote it and its line: the time, and an instruction of it.
  std::map<std::pair<StringId, FrameId>, std::pair<Int128, OpId>> by_op;
  std::set<std::pair<DeviceId, StepId>> steps;
  StepId last;
  const auto take = [&](const Track& track, uint32_t e) {
    const Events& events = track.events;
    const StepId step = events.step[e];
    if (step.valid() && step != last) steps.insert({track.row.device, step});
    last = step;
    const OpId op = events.op[e];
    if (!copies.IsEnd(op)) return;
    const int64_t time = events.selves()[e];
    waits.time += time;
    if (step.valid()) waits.in_steps += time;
    auto& [sum, one] =
        by_op[{profile.ops.row[WrittenOp(profile, op)].name, profile.ops.row[op].frame}];
    sum += time;
    one = op;
  };
  PROFILER_RETURN_IF_ERROR(selected.CheckSteps());
  for (const Track track : Tracks(selected, HoldsDeviceWork)) {
    last = StepId();
    PROFILER_RETURN_IF_ERROR(ForEachEvent(track.events, selected.steps(), context,
                                          [&](uint32_t event) { take(track, event); }));
  }
  waits.steps = steps.size();
  Int128 most = 0;
  for (const auto& [name, sum] : by_op) {
    if (sum.first <= most) continue;
    most = sum.first;
    waits.top = sum.second;
  }
  waits.from_host = copies.IsFromHost(waits.top);
  waits.to_host = copies.IsToHost(waits.top);
  return waits;
}

}  // namespace profiler
