#ifndef PROFILER_STORE_ONE_SOURCE_H_
#define PROFILER_STORE_ONE_SOURCE_H_

#include <algorithm>
#include <vector>

#include "profiler/store/profile.h"

namespace profiler {

// Whether all ops and events are from one source. Other sources may have only metrics.
inline bool HasOneSource(const Profile& profile) {
  std::vector<char> is_beside(profile.sources.size());
  const auto tells = [&](SourceId source) {
    if (source.valid()) is_beside[source.row()] = 0;
  };
  for (const Series& series : profile.series) {
    if (series.source.valid()) is_beside[series.source.row()] = 1;
  }
  for (const TrackRow& track : profile.tracks.values()) tells(track.source);
  for (const StepRow& step : profile.steps.values()) tells(step.source);
  return std::count(is_beside.begin(), is_beside.end(), 0) <= 1;
}

}  // namespace profiler

#endif  // PROFILER_STORE_ONE_SOURCE_H_
