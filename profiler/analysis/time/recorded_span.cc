#include "profiler/analysis/time/recorded_span.h"

#include <algorithm>

#include "profiler/analysis/selection/event_scan.h"

namespace profiler {

WallSpan RecordedSpan(const Profile& profile) {
  WallSpan span;
  for (const Track track : Tracks(profile)) {
    const Events& events = track.events;
    if (events.size() == 0) continue;
    int64_t end = events.begin[0];
    for (size_t e = 0; e < events.size(); ++e) {
      end = std::max(end, events.begin[e] + events.duration[e]);
    }
    span.Add(profile, track.row.source, events.begin[0], end);
  }
  for (const StepRow& step : profile.steps.values()) {
    span.Add(profile, step.source, step.begin, step.end);
  }
  for (const Series& series : profile.series) {
    // Unknown times sort before all others.
    const auto first = std::upper_bound(series.time.begin(), series.time.end(), kUnknown);
    if (first == series.time.end() || !series.source.valid()) continue;
    span.Add(profile, series.source, *first, series.time.back());
  }
  return span;
}

}  // namespace profiler
