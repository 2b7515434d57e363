#include "profiler/analysis/ops/accelerated_sources.h"

#include "profiler/store/derive/derive.h"

namespace profiler {

std::vector<char> AcceleratedSources(const Profile& profile) {
  std::vector<char> accelerated(profile.sources.size());
  for (uint32_t t = 0; t < profile.tracks.size(); ++t) {
    const TrackRow& track = profile.tracks[TrackId(t)];
    if (!derive::IsAccelerator(track) || track.role != TrackRole::kExec) continue;
    if (profile.events[TrackId(t)].size() > 0) accelerated[track.source.row()] = 1;
  }
  return accelerated;
}

}  // namespace profiler
