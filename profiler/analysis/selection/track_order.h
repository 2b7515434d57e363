#ifndef PROFILER_ANALYSIS_SELECTION_TRACK_ORDER_H_
#define PROFILER_ANALYSIS_SELECTION_TRACK_ORDER_H_

#include <vector>

#include "profiler/analysis/selection/selected.h"
#include "profiler/store/profile.h"

namespace profiler {

// The tracks at the selected places in the order in which they are shown: by host, device and the
// recorder's own order.
std::vector<TrackId> TracksInOrder(const Selected& selected);

// The host that a track is of, as far as its device or source tells.
StringId HostOf(const Profile& profile, const TrackRow& track);

}  // namespace profiler

#endif  // PROFILER_ANALYSIS_SELECTION_TRACK_ORDER_H_
