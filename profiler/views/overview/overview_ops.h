#ifndef PROFILER_VIEWS_OVERVIEW_OVERVIEW_OPS_H_
#define PROFILER_VIEWS_OVERVIEW_OVERVIEW_OPS_H_

#include <cstdint>
#include <vector>

#include "absl/container/flat_hash_map.h"
#include "absl/status/statusor.h"
#include "profiler/analysis/ops/op_uses.h"
#include "profiler/analysis/selection/selected.h"
#include "profiler/base/int128.h"
#include "profiler/base/run_context.h"
#include "profiler/report/report.h"
#include "profiler/store/profile.h"

namespace profiler {

// The section `placement`: time of ops on the host and on devices.
Report PlacementSection(const std::vector<OpUse>& uses);

// Work on GPUs that counts in no op, as no op is known that launched it.
struct WorkOfNoOp {
  int64_t events = 0;
  Int128 time = 0, all = 0;  // of these, and of all work on GPUs
};
absl::StatusOr<WorkOfNoOp> FindWorkOfNoOp(const Selected& selected, RunContext& context);
// Says what the sums of ops leave out, where that is 1 % of the GPUs' time or more.
void AddWorkOfNoOpNote(const WorkOfNoOp& work, Report& report);

// By the name of an op on hosts, its time in waits for devices.
using OpWaits = absl::flat_hash_map<StringId, Int128>;

// The section `top_ops`: the `count` ops with the most self time. Ops of hosts that mostly wait for
// devices are left out: what devices do meanwhile is in other rows.
Report TopOpsSection(const Profile& profile, std::vector<OpUse> uses, const OpWaits& waits,
                     size_t count);

}  // namespace profiler

#endif  // PROFILER_VIEWS_OVERVIEW_OVERVIEW_OPS_H_
