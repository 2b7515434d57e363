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

// The op as the user wrote it. For an instruction this is its framework op, if known.
OpId WrittenOp(const Profile& profile, OpId op);

// Accelerator time of the work that was launched while an op ran on the host, on any device and at
// any time; in picoseconds.
struct OpDeviceTime {
  Int128 direct = 0;  // launched while the op was the innermost op
  Int128 total = 0;   // launched by the op or nested ops; recursive ops count once
};

// Times by name and type of the op as the user wrote it. Steps and places select the ops, not the
// launched work.
struct OpDeviceTimes {
  bool known = false;  // whether any launches were recorded
  absl::flat_hash_map<std::pair<StringId, StringId>, OpDeviceTime> of;
};
absl::StatusOr<OpDeviceTimes> DeviceTimesOfOps(const Selected& selected, RunContext& context);

}  // namespace profiler

#endif  // PROFILER_ANALYSIS_OPS_OP_DEVICE_TIMES_H_
