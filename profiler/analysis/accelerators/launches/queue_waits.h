#ifndef PROFILER_ANALYSIS_ACCELERATORS_LAUNCHES_QUEUE_WAITS_H_
#define PROFILER_ANALYSIS_ACCELERATORS_LAUNCHES_QUEUE_WAITS_H_

#include <vector>

#include "profiler/store/profile.h"

namespace profiler {

// Calls that launch work while the device has much queued, and take long, as where they wait for
// room in the queue. What they take says that the host is ahead, not what a launch costs.
class QueueWaits {
 public:
  explicit QueueWaits(const Profile& profile);

  // Whether the call takes more than 20 us, and at its end no work of a hundred earlier calls or
  // more that launched on the device has begun. A graph is one call, whatever it holds.
  bool Has(EventId call) const {
    const std::vector<char>& of_track = waits_[call.track.row()];
    return call.row < of_track.size() && of_track[call.row] != 0;
  }

 private:
  std::vector<std::vector<char>> waits_;  // by track and event; empty where no call waits
};

}  // namespace profiler

#endif  // PROFILER_ANALYSIS_ACCELERATORS_LAUNCHES_QUEUE_WAITS_H_
