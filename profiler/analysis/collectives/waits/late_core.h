// A TPU core that others wait for in exchanges of which no arrival is compared, as permutes.
#ifndef PROFILER_ANALYSIS_COLLECTIVES_WAITS_LATE_CORE_H_
#define PROFILER_ANALYSIS_COLLECTIVES_WAITS_LATE_CORE_H_

#include <cstdint>

#include "absl/status/statusor.h"
#include "profiler/analysis/collectives/collective_kinds.h"
#include "profiler/analysis/selection/selected.h"
#include "profiler/base/run_context.h"
#include "profiler/store/profile.h"

namespace profiler {

struct LateCore {
  DeviceId device;          // none if there is no such core
  double own_time = 0;      // in these exchanges, a step, in picoseconds
  double others_least = 0;  // the least that any other core is in them
};

// All cores of the run exchange as often and as many bytes by this kind, and one of them is in it
// for at most half as long as any other and computes in nearly all the rest of its steps: no link
// needs longer than on that core, and the step cannot end before it does.
absl::StatusOr<LateCore> FindLateCore(const Selected& selected, CollectiveKind kind, uint32_t run,
                                      RunContext& context);

}  // namespace profiler

#endif  // PROFILER_ANALYSIS_COLLECTIVES_WAITS_LATE_CORE_H_
