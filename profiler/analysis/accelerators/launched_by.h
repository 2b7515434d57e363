#ifndef PROFILER_ANALYSIS_ACCELERATORS_LAUNCHED_BY_H_
#define PROFILER_ANALYSIS_ACCELERATORS_LAUNCHED_BY_H_

#include <vector>

#include "profiler/store/profile.h"

namespace profiler {

// Finds the call on a host that launched a device's event.
class LaunchedBy {
 public:
  explicit LaunchedBy(const Profile& profile) : by_track_(profile.tracks.size()) {
    for (const FlowRow& flow : profile.flows.values()) {
      if (flow.kind != FlowKind::kLaunch) continue;
      std::vector<EventId>& calls = by_track_[flow.to.track.row()];
      calls.resize(profile.events[flow.to.track].size());
      calls[flow.to.row] = flow.from;
    }
  }

  // Returns the call; invalid if unknown.
  EventId operator()(TrackId track, uint32_t event) const {
    const std::vector<EventId>& calls = by_track_[track.row()];
    return event < calls.size() ? calls[event] : EventId();
  }

 private:
  std::vector<std::vector<EventId>> by_track_;
};

}  // namespace profiler

#endif  // PROFILER_ANALYSIS_ACCELERATORS_LAUNCHED_BY_H_
