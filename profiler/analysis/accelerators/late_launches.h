#ifndef PROFILER_ANALYSIS_ACCELERATORS_LATE_LAUNCHES_H_
#define PROFILER_ANALYSIS_ACCELERATORS_LATE_LAUNCHES_H_

#include <vector>

#include "absl/status/statusor.h"
#include "profiler/analysis/selection/selected.h"
#include "profiler/base/int128.h"
#include "profiler/base/run_context.h"
#include "profiler/query/query.h"
#include "profiler/store/profile.h"

namespace profiler {

// How often an accelerator ran empty because the host had not launched more yet; all its streams
// together, picoseconds. Where steps are selected, a gap counts as far as it lies in them.
struct LateLaunches {
  SourceId source;
  DeviceId device;
  int64_t work = 0;  // kernels and copies
  Int128 span = 0;   // from the first begin to the last end, less gaps in which other steps ran
  Int128 idle = 0;   // of it, while nothing ran
  struct Gaps {
    int64_t count = 0;
    Int128 time = 0;
  };
  Gaps short_gaps;  // that a late launch ended
  Gaps long_gaps;   // the same, longer than `longest`: the host did something else than launching
  StringId op;      // whose work came behind the most time of the long ones
  Int128 op_time = 0;  // that time
  StringId host_op;    // what the host ran most of the time of the long ones, by self time
  Int128 host_op_time = 0;
};

// By source, then by device.
absl::StatusOr<std::vector<LateLaunches>> LateLaunchesOf(const Selected& selected, Int128 longest,
                                                         RunContext& context);

}  // namespace profiler

#endif  // PROFILER_ANALYSIS_ACCELERATORS_LATE_LAUNCHES_H_
