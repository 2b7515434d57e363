#include "profiler/base/threads/in_parallel.h"
#include "profiler/store/derive/derive.h"
#include "profiler/store/derive/self_time.h"
#include "profiler/store/row_facts.h"

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

namespace {

// Whether the track is a core that runs one instruction at a time, and shows a loop or a branch
// around the instructions of its body. What tfprof reads counts as tfprof counts it.
bool RunsBodies(const Profile& profile, const TrackRow& track) {
  if (track.kind != TrackKind::kStream || !IsSummed(track) || !track.device.valid()) return false;
  if (profile.sources[track.source].tfprof_rules != TfprofRules::kNotRead) return false;
  const DeviceKind kind = profile.devices[track.device].kind;
  return kind == DeviceKind::kTpu || kind == DeviceKind::kSparseCore;
}

bool HoldsOthers(const Events& events) {
  for (size_t e = 1; e < events.size(); ++e) {
    if (events.begin[e] < events.begin[e - 1] + events.duration[e - 1]) return true;
  }
  return false;
}

void FillSelfTimes(Events& events) {
  events.self = events.duration;
  SelfTimes times(events);
  const auto take = [&](uint32_t row, int64_t self) { events.self[row] = self; };
  for (uint32_t e = 0; e < events.size(); ++e) times.Add(e, take);
  times.Finish(take);
}

}  // namespace

void NestEvents(Profile& profile, size_t threads) {
  InParallel(profile.tracks.size(), threads, [&](size_t t) {
    const TrackId id(static_cast<uint32_t>(t));
    const TrackRow& track = profile.tracks[id];
    Events& events = profile.events[id];
    events.self = {};
    if (track.kind == TrackKind::kThread) {
      // A window keeps the parents of the whole profile.
      if (events.parent.empty()) events.parent = ParentsByTime(events.begin, events.duration);
      FillSelfTimes(events);
    } else if (RunsBodies(profile, track) && HoldsOthers(events)) {
      FillSelfTimes(events);
    }
  });
}

}  // namespace profiler::derive
