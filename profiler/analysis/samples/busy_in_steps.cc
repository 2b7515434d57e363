#include "profiler/analysis/samples/busy_in_steps.h"

#include <algorithm>
#include <map>
#include <utility>

#include "profiler/analysis/accelerators/launched_by.h"
#include "profiler/analysis/selection/event_scan.h"
#include "profiler/base/status.h"

namespace profiler {
namespace {

// Adds up the events of one device, which come in order of their begin.
class LaneTimes {
 public:
  LaneTimes(const Profile& profile, const LaunchedBy& launched_by, size_t steps)
      : profile_(profile), launched_by_(launched_by), busy_until_(steps, kUnknown) {}

  void Add(TrackId track, uint32_t event, uint32_t number, BusyInSteps& times) {
    const Events& events = profile_.events[track];
    const int64_t begin = events.begin[event], end = begin + events.duration[event];
    int64_t& until = busy_until_[number];
    if (until == kUnknown) until = profile_.steps[events.step[event]].begin;
    if (until == kUnknown) until = begin;
    if (begin > until) {
      const EventId call = launched_by_(track, event);
      const bool is_late = call.valid() && profile_.events[call.track].begin[call.row] > until;
      if (is_late) times.waits_for_launch[number] += static_cast<double>(begin - until);
    }
    const int64_t from = std::max(begin, until);
    if (end > from) times.busy[number] += static_cast<double>(end - from);
    until = std::max(until, end);
  }

 private:
  const Profile& profile_;
  const LaunchedBy& launched_by_;
  std::vector<int64_t> busy_until_;  // by step
};

// The next event of a track.
struct TrackCursor {
  TrackId track;
  uint32_t event = 0;
};

}  // namespace

absl::StatusOr<BusyInSteps> FindBusyInSteps(const Selected& selected, const StepNumbers& numbers,
                                            RunContext& context) {
  const Profile& profile = selected.profile();
  BusyInSteps times;
  times.busy.resize(numbers.size());
  times.waits_for_launch.resize(numbers.size());
  std::map<std::pair<SourceId, DeviceId>, std::vector<TrackCursor>> of_lane;
  for (const Track track : Tracks(selected, HoldsDeviceWork)) {
    of_lane[{track.row.source, track.row.device}].push_back({track.id, 0});
  }
  const LaunchedBy launched_by(profile);
  Lanes lanes(profile);
  bool any = false;
  for (auto& [place, cursors] : of_lane) {
    PROFILER_RETURN_IF_ERROR(context.Check());
    LaneTimes lane(profile, launched_by, numbers.size());
    while (true) {
      TrackCursor* next = nullptr;
      int64_t begin = 0;
      for (TrackCursor& cursor : cursors) {
        const Events& events = profile.events[cursor.track];
        if (cursor.event == events.size()) continue;
        if (next != nullptr && events.begin[cursor.event] >= begin) continue;
        next = &cursor;
        begin = events.begin[cursor.event];
      }
      if (next == nullptr) break;
      const uint32_t event = next->event++;
      const Events& events = profile.events[next->track];
      const uint32_t number = numbers.Of(events.step[event]);
      if (number == StepNumbers::kNone || !IsSlice(events, event)) continue;
      lane.Add(next->track, event, number, times);
      lanes.Add(place.first, place.second);
      any = true;
    }
  }
  if (!any) return times;
  times.lanes = lanes.Count();
  const double unit = times.lanes * static_cast<double>(kPicosPerMicro);
  for (std::vector<double>* const of : {&times.busy, &times.waits_for_launch}) {
    for (double& time : *of) time /= unit;
  }
  return times;
}

}  // namespace profiler
