#ifndef PROFILER_ANALYSIS_ACCELERATORS_WORK_IDLE_IN_WAITS_H_
#define PROFILER_ANALYSIS_ACCELERATORS_WORK_IDLE_IN_WAITS_H_

#include "absl/status/statusor.h"
#include "profiler/analysis/selection/selected.h"
#include "profiler/base/int128.h"
#include "profiler/base/run_context.h"

namespace profiler {

// The time in which hosts wait for devices and no device of theirs works, in the selected steps.
struct IdleInWaits {
  Int128 all = 0;
  // Of that, from the last work to the end of the wait, or to the copy to the host that it waits
  // for: what results take to reach the host. The rest is between pieces of work, or before them.
  Int128 at_end = 0;
};

absl::StatusOr<IdleInWaits> FindIdleInWaits(const Selected& selected, const RunContext& context);

}  // namespace profiler

#endif  // PROFILER_ANALYSIS_ACCELERATORS_WORK_IDLE_IN_WAITS_H_
