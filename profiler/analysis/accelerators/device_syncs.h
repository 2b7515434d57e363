#ifndef PROFILER_ANALYSIS_ACCELERATORS_DEVICE_SYNCS_H_
#define PROFILER_ANALYSIS_ACCELERATORS_DEVICE_SYNCS_H_

#include <vector>

#include "absl/status/statusor.h"
#include "profiler/analysis/ops/call_site.h"
#include "profiler/analysis/selection/selected.h"
#include "profiler/base/int128.h"
#include "profiler/base/run_context.h"
#include "profiler/query/query.h"
#include "profiler/store/profile.h"

namespace profiler {

// Where hosts stop within steps until a device is done: they launch nothing ahead meanwhile.
struct DeviceSyncs {
  int64_t steps = 0;      // that have any event of a host, in sources that use accelerators
  Int128 span = 0;        // of those steps, added up
  bool is_whole = false;  // no steps were recorded: all that was is one
  // Those before which and behind which the host launches work of the same step: a step may begin
  // or end with one, to read the loss, and loses nothing.
  int64_t waits = 0;
  Int128 time = 0;  // while at least one thread of a step's host waited, added up over steps
  struct Site {
    CallSite site;
    StringId call;  // of the runtime: cudaStreamSynchronize
    int64_t waits = 0;
    Int128 time = 0;
  };
  std::vector<Site> sites;  // what took most time first
};

absl::StatusOr<DeviceSyncs> DeviceSyncsOf(const Selected& selected, RunContext& context);

}  // namespace profiler

#endif  // PROFILER_ANALYSIS_ACCELERATORS_DEVICE_SYNCS_H_
