#ifndef PROFILER_ANALYSIS_ACCELERATORS_BLOCKING_CALLS_H_
#define PROFILER_ANALYSIS_ACCELERATORS_BLOCKING_CALLS_H_

#include <vector>

#include "profiler/store/profile.h"

namespace profiler {

// The calls in which a host stops until a device is done: those that are named so
// (host_waits.h), copies that return when they are done, and copies from and to pageable memory,
// which are named Async and wait all the same.
class BlockingCalls {
 public:
  explicit BlockingCalls(const Profile& profile);

  // Of an event of a host.
  bool Has(EventId event) const;

 private:
  const Profile& profile_;
  std::vector<char> by_op_;
  std::vector<std::vector<bool>> copies_;  // by track and event: the host waits for its copy
};

}  // namespace profiler

#endif  // PROFILER_ANALYSIS_ACCELERATORS_BLOCKING_CALLS_H_
