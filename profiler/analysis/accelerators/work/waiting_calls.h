#ifndef PROFILER_ANALYSIS_ACCELERATORS_WORK_WAITING_CALLS_H_
#define PROFILER_ANALYSIS_ACCELERATORS_WORK_WAITING_CALLS_H_

#include <vector>

#include "profiler/analysis/accelerators/blocking_calls.h"
#include "profiler/analysis/accelerators/work/loop_conditions.h"
#include "profiler/analysis/memory/calls_to_device.h"
#include "profiler/analysis/ops/call_site.h"
#include "profiler/analysis/time/intervals.h"
#include "profiler/store/profile.h"

namespace profiler {

// A call in which a host waits for a device; or one that copies, and the wait right after it in the
// same op.
struct HostWait {
  EventId first, last;
  bool is_to_device = false;  // for a copy from the host, of no values of the model
  bool is_of_loop = false;    // for the condition of a compiled loop
};

// Finds such waits of a thread.
class WaitingCalls {
 public:
  explicit WaitingCalls(const Profile& profile);

  // Takes the event, if it waits, as a part of the last one of `waits` or after it.
  void Add(EventId event, std::vector<HostWait>& waits) const;

  Interval TimeOf(EventId event) const;
  Interval TimeOf(const HostWait& wait) const;
  // The call that waits longest.
  EventId Longest(const HostWait& wait) const;
  // The time of the op that waits, if it is for nothing else; else that of the wait.
  Interval CostOf(const HostWait& wait, const CallSite& site) const;

 private:
  bool Blocks(EventId event) const;
  bool IsInWait(EventId event) const;
  EventId CallBefore(EventId event) const;
  bool CopiesToDevice(EventId wait) const;
  bool IsForCopy(const HostWait& copy, EventId wait) const;

  const Profile& profile_;
  const BlockingCalls blocking_;
  const CallsToDevice calls_to_device_;
  const LoopConditions loop_conditions_;
};

}  // namespace profiler

#endif  // PROFILER_ANALYSIS_ACCELERATORS_WORK_WAITING_CALLS_H_
