// The data of the rows of `ops`.
#ifndef PROFILER_ANALYSIS_OPS_OP_USES_H_
#define PROFILER_ANALYSIS_OPS_OP_USES_H_

#include <optional>
#include <vector>

#include "absl/status/statusor.h"
#include "profiler/analysis/ops/op_device_times.h"
#include "profiler/analysis/selection/selected.h"
#include "profiler/base/run_context.h"
#include "profiler/base/value.h"
#include "profiler/query/query.h"
#include "profiler/store/profile.h"

namespace profiler {

// A framework op on the host or on devices, or the idle time of the host or of devices.
struct OpUse {
  Int128 total = 0, self = 0;
  Int128 flops = 0, bytes = 0;           // summed over the occurrences
  std::optional<OpDeviceTime> launched;  // for host ops, if launches were recorded
  int64_t occurrences = 0;
  OpId op;              // invalid for idle time
  FrameId frame;        // the user's line that most self time is of; on a tie the first
  Int128 of_frame = 0;  // the self time of that line
  DeviceId device;      // the first accelerator that the op ran on
  Eager eager = Eager::kUnknown;
  bool on_device = false;
  bool is_idle = false;
  bool has_flops = false, has_bytes = false;
  bool ran_on_several_kinds = false;  // also ran on devices with other peaks than `device`
};

// The part of the self time that is of `frame`; NaN if that is unknown.
inline double SourceShare(const OpUse& use) {
  return use.frame.valid() && use.self > 0 ? ShareOf(use.of_frame, use.self) : kAbsentReal;
}

// Devices first, then by self time, longest first, then by name. If the query asks for idle time,
// it is summed over host threads and accelerators: the time from the start of the first op to the
// end of the last (on an accelerator, of all its work), minus the self time of ops.
absl::StatusOr<std::vector<OpUse>> UsesOfOps(const Selected& selected, const Query& query,
                                             RunContext& context);

}  // namespace profiler

#endif  // PROFILER_ANALYSIS_OPS_OP_USES_H_
