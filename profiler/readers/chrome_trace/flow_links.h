#ifndef PROFILER_READERS_CHROME_TRACE_FLOW_LINKS_H_
#define PROFILER_READERS_CHROME_TRACE_FLOW_LINKS_H_

#include <cstdint>
#include <vector>

#include "profiler/readers/chrome_trace/device_tracks.h"
#include "profiler/readers/common/proto_fields.h"
#include "profiler/readers/trace_events/slices.h"
#include "profiler/store/builder.h"

namespace profiler::chrome_trace {

// Links the slices that the file's flows connect. The ends must be in the order of SortFlows when
// they are written.
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

  // Where a slice of a host's thread went; those of one thread come by begin.
  void AddPlaced(uint32_t thread, const Slice& slice, EventId event) {
    if (has_end_[thread]) placed_[thread].push_back({slice.begin, slice.end(), event});
  }
  // Correlation ids tell of launches too: of those flows only what links work of `devices` that
  // nothing else does is used.
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
  std::vector<std::vector<Placed>> placed_;  // by thread that a flow ends on
  std::vector<bool> has_end_;                // by thread
};

}  // namespace profiler::chrome_trace

#endif  // PROFILER_READERS_CHROME_TRACE_FLOW_LINKS_H_
