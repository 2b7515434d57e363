// Waiting on accelerators for copies that XLA runs beside other work.
#ifndef PROFILER_ANALYSIS_INSTRUCTIONS_COPY_WAITS_H_
#define PROFILER_ANALYSIS_INSTRUCTIONS_COPY_WAITS_H_

#include "profiler/analysis/selection/selected.h"
#include "profiler/base/int128.h"
#include "profiler/store/profile.h"

namespace profiler {

// Instructions such as copy-done end when a copy has ended that copy-start began.
struct CopyWaits {
  Int128 time = 0;   // of all devices
  size_t steps = 0;  // of all devices, in which there are some
  OpId top;          // the one of which those of its name and line take most time
  bool from_host = false, to_host = false;  // `top` copies from or to the host's memory
};
CopyWaits CopyWaitsOf(const Selected& selected);

}  // namespace profiler

#endif  // PROFILER_ANALYSIS_INSTRUCTIONS_COPY_WAITS_H_
