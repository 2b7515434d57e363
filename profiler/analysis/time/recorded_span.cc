#include "profiler/analysis/time/recorded_span.h"

#include <algorithm>

#include "profiler/analysis/selection/event_scan.h"

namespace profiler {

WallSpan RecordedSpan(const Profile& profile) {
  WallSpan span;
  for (const Track track : Tracks(profile)) {
    const Events& events = track.events;
    // Marks without duration are no work: Kineto's last one follows when the recorder has stopped.
    const bool holds_marks = track.row.kind == TrackKind::kMarker && !HoldsOwnTime(track.row);
    int64_t begin = kUnknown, end = kUnknown;
    for (size_t e = 0; e < events.size(); ++e) {
      if (holds_marks && events.duration[e] == 0) continue;
      if (begin == kUnknown) begin = end = events.begin[e];
      end = std::max(end, events.begin[e] + events.duration[e]);
    }
    if (begin != kUnknown) span.Add(profile, track.row.source, begin, end);
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
