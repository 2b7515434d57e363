#include "profiler/readers/chrome_trace/flow_links.h"

#include <algorithm>

#include "profiler/readers/trace_events/categories.h"

namespace profiler::chrome_trace {

// Returns the slice to which a flow's end is bound: the innermost enclosing slice, or the next
// slice.
EventId FlowLinks::BoundTo(const FlowEnd& end) const {
  const std::vector<Placed>& placed = placed_[end.thread];
  const auto after = std::upper_bound(placed.begin(), placed.end(), end.time,
                                      [](int64_t t, const Placed& p) { return t < p.begin; });
  if (!end.binds_enclosing) return after == placed.end() ? EventId() : after->event;
  constexpr int kMostLooks = 1000;  // a flow's end is at or just after its slice's begin
  int looks = 0;
  for (auto it = after; it != placed.begin() && looks < kMostLooks; ++looks) {
    --it;
    if (it->end >= end.time) return it->event;
  }
  return EventId();
}

void FlowLinks::AddLaunch(const std::vector<FlowEnd>& ends, DeviceTracks& devices) {
  EventId from;
  for (const FlowEnd& end : ends) {
    if (end.phase == 's') from = BoundTo(end);
    const EventId work = devices.Unlinked(end.thread, end.time);
    if (end.phase != 'f' || !from.valid() || !work.valid()) continue;
    builder_.AddFlow({from, work, FlowKind::kLaunch});
    devices.Linked(end.thread, end.time);
  }
}

void FlowLinks::AddFlow(const std::vector<FlowEnd>& ends, std::string_view category) {
  const bool is_data = IsBackwardFlow(category) || category == "DataFlow";
  EventId from;
  for (const FlowEnd& end : ends) {
    const EventId event = BoundTo(end);
    if (end.phase != 's' && from.valid() && event.valid()) {
      builder_.AddFlow({from, event, is_data ? FlowKind::kData : FlowKind::kAsync});
    } else if (end.phase != 's') {
      place_.report.Count(ImportProblem::kUnmatchedFlow, place_.path, end.offset, category);
    }
    if (end.phase != 'f') from = event;
  }
}

void FlowLinks::Write(DeviceTracks& devices) {
  for (const auto& [key, ends] : slices_.flows) {
    const std::string_view category = builder_.strings()[key.first];
    const bool is_launch = IsLaunchFlow(category);
    if (is_launch && devices.all_linked()) continue;
    if (is_launch) {
      AddLaunch(ends, devices);
    } else {
      AddFlow(ends, category);
    }
  }
}

}  // namespace profiler::chrome_trace
