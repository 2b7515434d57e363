#include "profiler/base/threads/in_parallel.h"
#include "profiler/store/derive/derive.h"
#include "profiler/store/derive/self_time.h"

namespace profiler::derive {

std::vector<uint32_t> ParentsByTime(const std::vector<int64_t>& begin,
                                    const std::vector<int64_t>& duration) {
  std::vector<uint32_t> parents(begin.size(), UINT32_MAX);
  std::vector<uint32_t> open;  // events that may contain the next one, outermost first
  const auto end_of = [&](uint32_t row) { return begin[row] + duration[row]; };
  for (uint32_t i = 0; i < begin.size(); ++i) {
    const int64_t end = end_of(i);
    while (!open.empty() && (end_of(open.back()) <= begin[i] || end_of(open.back()) < end)) {
      // A zero-length event at its parent's very end is inside it.
      const uint32_t last = open.back();
      if (end_of(last) == begin[i] && end == begin[i] && begin[last] < begin[i]) break;
      open.pop_back();
    }
    if (!open.empty()) parents[i] = open.back();
    open.push_back(i);
  }
  return parents;
}

void NestEvents(Profile& profile, size_t threads) {
  InParallel(profile.tracks.size(), threads, [&](size_t t) {
    const TrackId track(static_cast<uint32_t>(t));
    Events& events = profile.events[track];
    events.self = {};
    if (profile.tracks[track].kind != TrackKind::kThread) return;
    events.self = events.duration;
    // A window keeps the parents of the whole profile.
    if (events.parent.empty()) events.parent = ParentsByTime(events.begin, events.duration);
    SelfTimes times(events);
    const auto take = [&](uint32_t row, int64_t self) { events.self[row] = self; };
    for (uint32_t e = 0; e < events.size(); ++e) times.Add(e, take);
    times.Finish(take);
  });
}

}  // namespace profiler::derive
