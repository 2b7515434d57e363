// What accelerators did for the ops of a host.
#ifndef PROFILER_ANALYSIS_OPS_OP_DEVICE_TIMES_H_
#define PROFILER_ANALYSIS_OPS_OP_DEVICE_TIMES_H_

#include <utility>

#include "absl/container/flat_hash_map.h"
#include "absl/status/statusor.h"
#include "profiler/analysis/selection/selected.h"
#include "profiler/base/int128.h"
#include "profiler/base/run_context.h"
#include "profiler/query/query.h"
#include "profiler/store/profile.h"

namespace profiler {

// What the user wrote: of an instruction the framework op it came from, where that is known.
OpId WrittenOp(const Profile& profile, OpId op);

// Time of the work that was launched while an op ran on the host, wherever and whenever that work
// ran; picoseconds.
struct OpDeviceTime {
  Int128 direct = 0;  // the op was the innermost that ran
  Int128 total = 0;   // it or one nested in it; of ops of one name within each other the outermost
};

// By the name and type of the op as it was written. Selected are the ops, not the work.
struct OpDeviceTimes {
  bool known = false;  // whether launches were recorded at all
  absl::flat_hash_map<std::pair<StringId, StringId>, OpDeviceTime> of;
};
absl::StatusOr<OpDeviceTimes> DeviceTimesOfOps(const Selected& selected, RunContext& context);

}  // namespace profiler

#endif  // PROFILER_ANALYSIS_OPS_OP_DEVICE_TIMES_H_
