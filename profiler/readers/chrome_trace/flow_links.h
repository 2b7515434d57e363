#ifndef PROFILER_READERS_CHROME_TRACE_FLOW_LINKS_H_
#define PROFILER_READERS_CHROME_TRACE_FLOW_LINKS_H_

#include <cstdint>
#include <vector>

#include "profiler/readers/chrome_trace/device_tracks.h"
#include "profiler/readers/common/proto_fields.h"
#include "profiler/readers/trace_events/slices.h"
#include "profiler/store/builder.h"

namespace profiler::chrome_trace {

// Links the slices that the file's flows connect. Flow ends must be sorted by SortFlows() before
// Write().
class FlowLinks {
 public:
  FlowLinks(const Slices& slices, ProfileBuilder& builder, const Place& place)
      : slices_(slices),
        builder_(builder),
        place_(place),
        placed_(slices.threads.size()),
        has_end_(slices.threads.size()) {
    for (const auto& [key, ends] : slices.flows) {
      for (const FlowEnd& end : ends) has_end_[end.thread] = true;
    }
  }

  // Registers the event of a slice on a host thread. The slices of each thread must come sorted by
  // begin.
  void AddPlaced(uint32_t thread, const Slice& slice, EventId event) {
    if (has_end_[thread]) placed_[thread].push_back({slice.begin, slice.end(), event});
  }
  // Adds the flows. Launch flows duplicate the links given by correlation ids, so they are used
  // only for work of `devices` that has no link yet.
  void Write(DeviceTracks& devices);

 private:
  struct Placed {
    int64_t begin, end;
    EventId event;
  };
  EventId BoundTo(const FlowEnd& end) const;
  void AddLaunch(const std::vector<FlowEnd>& ends, DeviceTracks& devices);
  void AddFlow(const std::vector<FlowEnd>& ends, std::string_view category);

  const Slices& slices_;
  ProfileBuilder& builder_;
  const Place& place_;
  std::vector<std::vector<Placed>> placed_;  // by thread; only for threads with a flow end
  std::vector<bool> has_end_;                // by thread
};

}  // namespace profiler::chrome_trace

#endif  // PROFILER_READERS_CHROME_TRACE_FLOW_LINKS_H_
