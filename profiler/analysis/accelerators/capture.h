#ifndef PROFILER_ANALYSIS_ACCELERATORS_CAPTURE_H_
#define PROFILER_ANALYSIS_ACCELERATORS_CAPTURE_H_

#include <cstdint>
#include <vector>

#include "absl/status/statusor.h"
#include "profiler/analysis/selection/selected.h"
#include "profiler/base/int128.h"
#include "profiler/base/run_context.h"
#include "profiler/query/query.h"
#include "profiler/store/profile.h"

namespace profiler {

// The amount of GPU work without a recorded call that launched the work, and of calls without
// recorded work, in one source.
struct Capture {
  SourceId source;
  int64_t work = 0, work_without_call = 0;  // the number of kernels and copies
  Int128 time = 0, time_without_call = 0;   // summed time of that work
  // Not part of the above: work that was launched before the recording began, as it precedes the
  // first work on its stream that has a call, or the first call.
  int64_t work_before = 0;
  Int128 time_before = 0;
  int64_t calls = 0, calls_without_work = 0;  // calls that launch kernels
  EventId first_without_work;                 // the first of those calls; invalid if there is none
};

// Returns one item per source; sources without GPU work and launches are left out. Ignores the
// selected steps, as a call and the work that it launched may be in different steps.
absl::StatusOr<std::vector<Capture>> CapturesOf(const Selected& selected, RunContext& context);

}  // namespace profiler

#endif  // PROFILER_ANALYSIS_ACCELERATORS_CAPTURE_H_
