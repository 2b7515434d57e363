#ifndef PROFILER_ANALYSIS_ACCELERATORS_CAPTURE_H_
#define PROFILER_ANALYSIS_ACCELERATORS_CAPTURE_H_

#include <vector>

#include "absl/status/statusor.h"
#include "profiler/analysis/selection/selected.h"
#include "profiler/base/int128.h"
#include "profiler/base/run_context.h"
#include "profiler/query/query.h"
#include "profiler/store/profile.h"

namespace profiler {

// How much of what one source recorded of GPUs hangs together: work with the call that started it.
struct Capture {
  SourceId source;
  int64_t work = 0, work_without_call = 0;    // kernels and copies
  Int128 time = 0, time_without_call = 0;     // theirs, added up
  int64_t calls = 0, calls_without_work = 0;  // that start kernels
};

// By source; those that recorded neither GPUs' work nor calls are left out. Whole sources are
// looked at, as a step may hold a call and not its work.
absl::StatusOr<std::vector<Capture>> CapturesOf(const Selected& selected, RunContext& context);

}  // namespace profiler

#endif  // PROFILER_ANALYSIS_ACCELERATORS_CAPTURE_H_
