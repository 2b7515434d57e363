#ifndef PROFILER_EXPORT_STORE_WITHOUT_EVENTS_H_
#define PROFILER_EXPORT_STORE_WITHOUT_EVENTS_H_

#include "absl/status/statusor.h"
#include "profiler/analysis/selection/selected.h"
#include "profiler/base/run_context.h"
#include "profiler/store/profile.h"

namespace profiler {

// The profile with all steps, places and ops, but without events, snapshots, attributes and
// tensors, and with a few allocations only, see KeepMemory(). kept_execs, step_parts and work_times
// keep what `steps`, `kernels`, the views of ops and `diff` need of them; times of ops and kernels
// are rounded to 0.1 %. How steps are split is that of the selected places.
absl::StatusOr<Profile> WithoutEvents(const Selected& selected, RunContext& context);

}  // namespace profiler

#endif  // PROFILER_EXPORT_STORE_WITHOUT_EVENTS_H_
