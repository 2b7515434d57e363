#ifndef PROFILER_ANALYSIS_ACCELERATORS_WORK_OP_WAITS_H_
#define PROFILER_ANALYSIS_ACCELERATORS_WORK_OP_WAITS_H_

#include "absl/container/flat_hash_map.h"
#include "absl/status/statusor.h"
#include "profiler/analysis/selection/selected.h"
#include "profiler/base/int128.h"
#include "profiler/base/run_context.h"
#include "profiler/store/profile.h"

namespace profiler {

// By the name of an op on hosts, the time in which it calls the runtime of a device to wait for
// that device, or launches work and waits for room in its queue (QueueWaits), in picoseconds. Ops
// that never wait are not in it.
absl::StatusOr<absl::flat_hash_map<StringId, Int128>> WaitsOfOps(const Selected& selected,
                                                                 const RunContext& context);

}  // namespace profiler

#endif  // PROFILER_ANALYSIS_ACCELERATORS_WORK_OP_WAITS_H_
