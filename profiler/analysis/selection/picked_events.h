#ifndef PROFILER_ANALYSIS_SELECTION_PICKED_EVENTS_H_
#define PROFILER_ANALYSIS_SELECTION_PICKED_EVENTS_H_

#include <cstdint>
#include <vector>

#include "absl/status/statusor.h"
#include "profiler/analysis/selection/places.h"
#include "profiler/analysis/selection/selected_steps.h"
#include "profiler/analysis/selection/string_matcher.h"
#include "profiler/query/query.h"
#include "profiler/store/profile.h"

namespace profiler {

// Which single events a query asks for: by step, place and name.
class PickedEvents {
 public:
  static absl::StatusOr<PickedEvents> Make(const Profile& profile, const Query& query);

  bool Has(TrackId track, uint32_t row);
  // The same whatever the event's name.
  bool IsThere(TrackId track, uint32_t row) const;

 private:
  PickedEvents(const Profile& profile, const Query& query, SelectedSteps steps);

  const Profile& profile_;
  SelectedSteps steps_;
  Places places_;
  StringMatcher shown_, hidden_;
  bool shows_nameless_;
};

// The tracks in the order in which they are shown: by host, device and the recorder's own order.
std::vector<TrackId> TracksInOrder(const Profile& profile);

// The host that a track is of, as far as its device or source tells.
StringId HostOf(const Profile& profile, const TrackRow& track);

// The name of what an op was for its user: of an instruction or a kernel, the framework's op.
StringId FrameworkName(const Profile& profile, OpId op);

}  // namespace profiler

#endif  // PROFILER_ANALYSIS_SELECTION_PICKED_EVENTS_H_
