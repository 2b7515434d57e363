// What the rows of `ops` are made of.
#ifndef PROFILER_ANALYSIS_OPS_OP_USES_H_
#define PROFILER_ANALYSIS_OPS_OP_USES_H_

#include <optional>
#include <vector>

#include "absl/status/statusor.h"
#include "profiler/analysis/ops/op_device_times.h"
#include "profiler/analysis/selection/selected.h"
#include "profiler/base/run_context.h"
#include "profiler/query/query.h"
#include "profiler/store/profile.h"

namespace profiler {

// A framework op on the host or on devices, or the time that no op takes there.
struct OpUse {
  Int128 total = 0, self = 0;
  Int128 flops = 0, bytes = 0;           // summed over the occurrences
  std::optional<OpDeviceTime> launched;  // of a host's op, where launches were recorded
  int64_t occurrences = 0;
  OpId op;          // unless it is idle
  FrameId frame;    // the innermost that made it, or its costliest instruction
  DeviceId device;  // the accelerator that it ran on first
  Eager eager = Eager::kUnknown;
  bool on_device = false;
  bool is_idle = false;
  bool has_flops = false, has_bytes = false;
  bool ran_on_several_kinds = false;  // of other peaks than that device's
};

// Devices first, what took most time itself first, then by name. Idle, if the query asks for it: of
// each host thread the time from the first begin of an op to the last end, of each accelerator that
// of all its work, less the self time of ops, added up.
absl::StatusOr<std::vector<OpUse>> UsesOfOps(const Selected& selected, const Query& query,
                                             RunContext& context);

}  // namespace profiler

#endif  // PROFILER_ANALYSIS_OPS_OP_USES_H_
