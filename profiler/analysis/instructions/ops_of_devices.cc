#include "profiler/analysis/instructions/ops_of_devices.h"

#include <cstdint>
#include <map>

#include "profiler/analysis/selection/counted_steps.h"
#include "profiler/analysis/selection/op_events.h"
#include "profiler/base/status.h"
#include "profiler/base/value.h"

namespace profiler {

absl::StatusOr<OpsOfTwo> CompareOps(const Selected& selected, DeviceId a, DeviceId b,
                                    RunContext& context) {
  const Profile& profile = selected.profile();
  const CountedSteps counted(selected);
  std::map<StringId, int64_t> of_a, of_b;  // runs by name
  double flops_of_a = 0, flops_of_b = 0;
  PROFILER_RETURN_IF_ERROR(ForEachOpEvent(
      selected, [](const OpRow& op) { return op.kind != OpKind::kRuntime; },
      [&](const OpEvent& event) {
        const DeviceId device = profile.tracks[event.track].device;
        const bool is_of_one = device == a || device == b;
        if (!is_of_one || !counted.Has(profile.events[event.track].step[event.row])) return;
        const OpRow& op = profile.ops.row[event.op];
        ++(device == a ? of_a : of_b)[op.name];
        if (op.float_ops == kUnknown) return;
        (device == a ? flops_of_a : flops_of_b) += static_cast<double>(op.float_ops);
      },
      context));
  OpsOfTwo ops;
  ops.are_same = !of_a.empty() && of_a == of_b;
  if (flops_of_a > 0 && flops_of_b > 0) ops.flops_ratio = flops_of_a / flops_of_b;
  return ops;
}

bool HasMoreWork(const OpsOfTwo& ops, double time_ratio) {
  constexpr double kMost = 0.8;  // of what it takes longer
  return time_ratio > 1 && ops.flops_ratio - 1 >= kMost * (time_ratio - 1);
}

}  // namespace profiler
