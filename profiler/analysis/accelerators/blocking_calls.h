#ifndef PROFILER_ANALYSIS_ACCELERATORS_BLOCKING_CALLS_H_
#define PROFILER_ANALYSIS_ACCELERATORS_BLOCKING_CALLS_H_

#include <vector>

#include "profiler/store/profile.h"

namespace profiler {

// The calls in which a host waits for a device: calls that wait by their name (host_waits.h),
// synchronous copies, and copies from and to pageable memory, which block although they are named
// Async.
class BlockingCalls {
 public:
  explicit BlockingCalls(const Profile& profile);

  // Whether an event of a host is such a call.
  bool Has(EventId event) const;
  // The same by what is called alone, and by what it copies alone.
  bool HasByOp(OpId op) const { return op.valid() && by_op_[op.row()] != 0; }
  bool HasByCopy(EventId event) const {
    const std::vector<bool>& copies = copies_[event.track.row()];
    return !copies.empty() && copies[event.row];
  }
  // Whether any event of the track is such a call by what it copies.
  bool AnyByCopy(TrackId track) const { return !copies_[track.row()].empty(); }

 private:
  const Profile& profile_;
  std::vector<char> by_op_;
  std::vector<std::vector<bool>> copies_;  // by track and event: whether the call waits for a copy
};

}  // namespace profiler

#endif  // PROFILER_ANALYSIS_ACCELERATORS_BLOCKING_CALLS_H_
