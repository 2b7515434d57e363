#ifndef PROFILER_READERS_CHROME_TRACE_BACKWARD_MODULES_H_
#define PROFILER_READERS_CHROME_TRACE_BACKWARD_MODULES_H_

#include <cstdint>
#include <vector>

#include "profiler/readers/chrome_trace/host_thread.h"
#include "profiler/readers/trace_events/slices.h"
#include "profiler/store/builder.h"

namespace profiler::chrome_trace {

// The modules that backward work is of: those that its forward op ran in. Flows tell the forward
// op, or where there are none the sequence numbers that both have.
class BackwardModules {
 public:
  // The threads' slices must be in the order of SortSlices, the flows in that of SortFlows.
  BackwardModules(const Slices& slices, HostOps& ops, ProfileBuilder& builder);

  // The path of the modules of what `slice` of `thread` runs; invalid where that is unknown, or
  // the slice holds work of several.
  StringId Of(uint32_t thread, const Slice& slice) const;

 private:
  // At `time` something begins that is of a module, or of none.
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
  std::vector<Marks> modules_, backward_;  // by thread, by time
};

}  // namespace profiler::chrome_trace

#endif  // PROFILER_READERS_CHROME_TRACE_BACKWARD_MODULES_H_
