#ifndef PROFILER_ANALYSIS_ACCELERATORS_LATE_LAUNCHES_H_
#define PROFILER_ANALYSIS_ACCELERATORS_LATE_LAUNCHES_H_

#include <algorithm>
#include <vector>

#include "absl/status/statusor.h"
#include "profiler/analysis/selection/selected.h"
#include "profiler/base/int128.h"
#include "profiler/base/run_context.h"
#include "profiler/query/query.h"
#include "profiler/store/profile.h"

namespace profiler {

// Gaps in which all streams of an accelerator were idle because the host had not launched more work
// yet. Times in picoseconds. If steps are selected, only the part of a gap within those steps
// counts.
struct LateLaunches {
  SourceId source;
  DeviceId device;
  int64_t work = 0;  // the number of kernels, copies and memsets
  Int128 span = 0;   // from the first start to the last end, without gaps where other steps ran
  Int128 idle = 0;   // the part of `span` in which nothing ran
  struct Gaps {
    int64_t count = 0;
    Int128 time = 0, longest = 0;

    void Add(Int128 gap) {
      ++count;
      time += gap;
      longest = std::max(longest, gap);
    }
  };
  // Other gaps that a late launch ended; of those longer than `longest`, the time outside calls
  // that launch. Those that follow a wait are apart.
  Gaps short_gaps;
  Gaps after_waits;  // the same at whose start a host waited for the device
  // Gaps of which more than `longest` is outside the calls that launch the device's work, and that
  // time of them.
  Gaps long_gaps;
  Int128 in_calls = 0;  // the time of gaps longer than `longest` within calls that launch
  StringId op;          // the op whose work followed the most time of long gaps
  Int128 op_time = 0;   // the time of the long gaps before `op`
  // The host op with most self time during the long gaps: on the threads that launch, or where
  // these do little on those of the steps.
  StringId host_op;
  Int128 host_op_time = 0;
  // The time of the long gaps in which a thread of the host waits for a device, and the time that
  // the launching threads work in these gaps.
  Int128 host_waits = 0, host_works = 0;

  // All the time in which it was idle until the host launched the next work.
  Int128 until_launch() const {
    return short_gaps.time + after_waits.time + long_gaps.time + in_calls;
  }
};

// Sorted by source, then device.
absl::StatusOr<std::vector<LateLaunches>> LateLaunchesOf(const Selected& selected, Int128 longest,
                                                         RunContext& context);

}  // namespace profiler

#endif  // PROFILER_ANALYSIS_ACCELERATORS_LATE_LAUNCHES_H_
