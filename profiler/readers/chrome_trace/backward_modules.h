#ifndef PROFILER_READERS_CHROME_TRACE_BACKWARD_MODULES_H_
#define PROFILER_READERS_CHROME_TRACE_BACKWARD_MODULES_H_

#include <cstdint>
#include <vector>

#include "profiler/readers/chrome_trace/host_thread.h"
#include "profiler/readers/trace_events/slices.h"
#include "profiler/store/builder.h"

namespace profiler::chrome_trace {

// Finds the modules of a backward op, which are the modules in which its forward op ran. The
// forward op is found by flows, or else by sequence numbers.
class BackwardModules {
 public:
  // The threads' slices must be sorted by SortSlices(), the flows by SortFlows().
  BackwardModules(const Slices& slices, HostOps& ops, ProfileBuilder& builder);

  // Returns the module path of the backward op `slice`. Returns an invalid id if the path is
  // unknown, or if the slice contains work of several modules.
  StringId Of(uint32_t thread, const Slice& slice) const;

 private:
  // From `time` on the thread runs in `module`, or in no module if that is invalid.
  struct Mark {
    int64_t time;
    StringId module;
  };
  using Marks = std::vector<Mark>;

  void FindModules(const Thread& thread, Marks& marks) const;
  StringId ModuleAt(uint32_t thread, int64_t time) const;
  bool FollowFlows();
  void FollowNumbers();

  const Slices& slices_;
  HostOps& ops_;
  ProfileBuilder& builder_;
  std::vector<Marks> modules_, backward_;  // by thread, sorted by time
};

}  // namespace profiler::chrome_trace

#endif  // PROFILER_READERS_CHROME_TRACE_BACKWARD_MODULES_H_
