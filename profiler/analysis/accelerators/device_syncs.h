#ifndef PROFILER_ANALYSIS_ACCELERATORS_DEVICE_SYNCS_H_
#define PROFILER_ANALYSIS_ACCELERATORS_DEVICE_SYNCS_H_

#include <array>
#include <map>
#include <vector>

#include "absl/status/statusor.h"
#include "profiler/analysis/accelerators/idle_after.h"
#include "profiler/analysis/ops/call_site.h"
#include "profiler/analysis/selection/selected.h"
#include "profiler/base/int128.h"
#include "profiler/base/run_context.h"
#include "profiler/query/query.h"
#include "profiler/store/profile.h"

namespace profiler {

// Waits of hosts for a device within steps. A host launches nothing during such a wait, which costs
// as much as the device is idle then. Of sources with whole steps, partial ones do not count. A
// call that copies, and the wait right after it in the same op, are one wait.
struct DeviceSyncs {
  bool has_device_work = false;  // at the selected places, in any step
  bool has_launches = false;     // by hosts' calls, of the same sources
  int64_t steps = 0;             // with a host event, in sources that use accelerators
  Int128 span = 0;               // the duration of those steps, summed
  bool is_whole = false;         // there are no steps; the whole recording counts as one
  // Waits after the first launch of a step. Those before it are for work of an earlier step.
  int64_t waits = 0;
  Int128 time = 0;  // while at least one host thread waited, summed over steps
  // The same with all of the ops that wait, where these do nothing but fetch a value (aten::item).
  Int128 cost = 0;
  // While a device was idle because of a wait (IdleAfter), within those steps, summed over steps.
  Int128 idle = 0;
  // Of that, what would be gone without the waits: after each no more than the cost of it and of
  // the thread's earlier ones in the step together, by which the host would launch earlier.
  Int128 saved = 0;
  // While a device is idle after a wait and the host makes input, which it could do earlier without
  // the wait: after each no more than its cost. Not in `saved`.
  Int128 delays_input = 0;
  // While a device is idle after a wait and the host does other long work (IdleAfter), which may
  // run earlier without the wait: after each no more than its cost. In none of these.
  Int128 delays_work = 0;
  StringId work_mark;  // the user's mark that holds most of that time; invalid if none does
  StringId work;       // the op, function or mark that runs most of it itself; invalid if none does
  // By reason, the waiting time after which no device is idle.
  std::array<Int128, kAfterWaitCount> not_idle = {};
  struct Site {
    CallSite site;
    StringId call;  // the runtime's function, e.g. cudaStreamSynchronize
    int64_t waits = 0;
    int64_t to_device = 0;  // the part of them for copies to a device, of no values of the model
    int64_t of_loops = 0;   // that for the condition of a compiled loop
    Int128 time = 0, idle = 0, delays_input = 0, delays_work = 0;
  };
  std::vector<Site> sites;  // sorted by idle time, in which the host makes input, too, then by that
                            // in which it does other work, and by time, longest first
  // Of each source with such steps: `idle`, `delays_input` and `delays_work` together, per step.
  std::map<SourceId, Int128> of_source;
};

// Of the steps of these sources only, if there are any.
absl::StatusOr<DeviceSyncs> DeviceSyncsOf(const Selected& selected, RunContext& context,
                                          const std::vector<SourceId>& only = {});

}  // namespace profiler

#endif  // PROFILER_ANALYSIS_ACCELERATORS_DEVICE_SYNCS_H_
