#include "profiler/analysis/ops/accelerated_sources.h"

#include "profiler/analysis/selection/event_scan.h"

namespace profiler {

std::vector<char> AcceleratedSources(const Profile& profile) {
  std::vector<char> accelerated(profile.sources.size());
  for (const Track track : Tracks(profile, HoldsDeviceWork)) {
    if (track.events.size() > 0) accelerated[track.row.source.row()] = 1;
  }
  return accelerated;
}

}  // namespace profiler
