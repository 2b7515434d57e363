#include "profiler/store/derive/derive.h"
#include "profiler/store/self_time.h"

namespace profiler::derive {
namespace {

void NestTrack(Events& events) {
  constexpr uint32_t kTop = UINT32_MAX;
  events.parent.assign(events.size(), kTop);
  std::vector<uint32_t> open;  // the events that may hold the next one, outermost first
  for (uint32_t i = 0; i < events.size(); ++i) {
    const int64_t begin = events.begin[i], end = begin + events.duration[i];
    const auto ends = [&](uint32_t row) { return events.begin[row] + events.duration[row]; };
    while (!open.empty() && (ends(open.back()) <= begin || ends(open.back()) < end)) {
      // A zero-length event at its parent's very end still lies inside it.
      if (ends(open.back()) == begin && end == begin && events.begin[open.back()] < begin) break;
      open.pop_back();
    }
    if (!open.empty()) {
      events.parent[i] = open.back();
      TakeNested(events.duration[i], events.self[open.back()]);
    }
    open.push_back(i);
  }
}

}  // namespace

void NestEvents(Profile& profile) {
  for (uint32_t t = 0; t < profile.tracks.size(); ++t) {
    Events& events = profile.events[TrackId(t)];
    if (!events.self.empty()) continue;
    events.self = events.duration;
    if (profile.tracks[TrackId(t)].kind == TrackKind::kThread) NestTrack(events);
  }
}

}  // namespace profiler::derive
