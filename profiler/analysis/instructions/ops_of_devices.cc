#include "profiler/analysis/instructions/ops_of_devices.h"

#include <cstdint>
#include <map>

#include "profiler/analysis/selection/counted_steps.h"
#include "profiler/analysis/selection/op_events.h"
#include "profiler/base/status.h"

namespace profiler {

absl::StatusOr<bool> RunSameOps(const Selected& selected, DeviceId a, DeviceId b,
                                RunContext& context) {
  const Profile& profile = selected.profile();
  const CountedSteps counted(selected);
  std::map<StringId, int64_t> of_a, of_b;  // runs by name
  PROFILER_RETURN_IF_ERROR(ForEachOpEvent(
      selected, [](const OpRow& op) { return op.kind != OpKind::kRuntime; },
      [&](const OpEvent& event) {
        const DeviceId device = profile.tracks[event.track].device;
        const bool is_of_one = device == a || device == b;
        if (!is_of_one || !counted.Has(profile.events[event.track].step[event.row])) return;
        ++(device == a ? of_a : of_b)[profile.ops.row[event.op].name];
      },
      context));
  return !of_a.empty() && of_a == of_b;
}

}  // namespace profiler
