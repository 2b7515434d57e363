#ifndef PROFILER_ANALYSIS_SELECTION_TRACK_ORDER_H_
#define PROFILER_ANALYSIS_SELECTION_TRACK_ORDER_H_

#include <vector>

#include "profiler/analysis/selection/selected.h"
#include "profiler/store/profile.h"

namespace profiler {

// The tracks at the selected places in display order: by host, then device, then the recorder's
// order.
std::vector<TrackId> TracksInOrder(const Selected& selected);

// The host of the track's device or source; invalid if neither has one.
StringId HostOf(const Profile& profile, const TrackRow& track);

}  // namespace profiler

#endif  // PROFILER_ANALYSIS_SELECTION_TRACK_ORDER_H_
