// Waiting on accelerators for copies that XLA runs beside other work.
#ifndef PROFILER_ANALYSIS_INSTRUCTIONS_COPY_WAITS_H_
#define PROFILER_ANALYSIS_INSTRUCTIONS_COPY_WAITS_H_

#include "absl/status/statusor.h"
#include "profiler/analysis/selection/selected.h"
#include "profiler/base/int128.h"
#include "profiler/base/run_context.h"
#include "profiler/store/profile.h"

namespace profiler {

// Instructions such as copy-done end when a copy has ended that copy-start began.
struct CopyWaits {
  Int128 time = 0;      // of all devices
  Int128 in_steps = 0;  // the part of it in steps
  size_t steps = 0;     // of all devices, in which they work
  OpId top;             // the one of which those of its name and line take most time
  bool from_host = false, to_host = false;  // `top` copies from or to the host's memory
};
absl::StatusOr<CopyWaits> CopyWaitsOf(const Selected& selected, const RunContext& context);

}  // namespace profiler

#endif  // PROFILER_ANALYSIS_INSTRUCTIONS_COPY_WAITS_H_
