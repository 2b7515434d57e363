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

// How long one device does anything but communicate, by step.
class DeviceOwnTimes {
 public:
  DeviceOwnTimes(const std::vector<char>& is_collective_op, size_t steps)
      : is_collective_op_(is_collective_op), until_(steps, kUnknown), own_(steps) {}

  void Add(const Events& events, uint32_t event, uint32_t number) {
    const OpId op = events.op[event];
    const bool holds_others = event + 1 < events.size() && events.ParentOf(event + 1) == event;
    if (holds_others || (op.valid() && is_collective_op_[op.row()] != 0)) return;
    const int64_t begin = events.begin[event], end = begin + events.duration[event];
    int64_t& until = until_[number];
    const int64_t from = until == kUnknown ? begin : std::max(begin, until);
    if (end > from) own_[number] += static_cast<double>(end - from);
    until = until == kUnknown ? end : std::max(until, end);
  }

  // Of the steps that it worked in.
  std::vector<double> Take() const {
    std::vector<double> times;
    for (size_t number = 0; number < own_.size(); ++number) {
      if (until_[number] == kUnknown) continue;
      times.push_back(own_[number] / static_cast<double>(kPicosPerMicro));
    }
    return times;
  }

 private:
  const std::vector<char>& is_collective_op_;
  std::vector<int64_t> until_;
  std::vector<double> own_;  // in picoseconds
};

// The next event of a track.
struct TrackCursor {
  TrackId track;
  uint32_t event = 0;
};

}  // namespace

absl::StatusOr<BusyInSteps> FindBusyInSteps(const Selected& selected, const StepNumbers& numbers,
                                            const std::vector<char>& is_collective_op,
                                            RunContext& context) {
  const Profile& profile = selected.profile();
  BusyInSteps times;
  times.busy.resize(numbers.size());
  times.waits_for_launch.resize(numbers.size());
  std::map<std::pair<SourceId, DeviceId>, std::vector<TrackCursor>> of_lane;
  for (const Track track : Tracks(selected, HoldsDeviceWork)) {
    of_lane[{track.row.source, track.row.device}].push_back({track.id, 0});
  }
  std::map<SourceId, size_t> devices_of;
  for (const auto& [place, cursors] : of_lane) ++devices_of[place.first];
  const LaunchedBy launched_by(profile);
  Lanes lanes(profile);
  bool any = false;
  for (auto& [place, cursors] : of_lane) {
    PROFILER_RETURN_IF_ERROR(context.Check());
    LaneTimes lane(profile, launched_by, numbers.size());
    const bool has_own = !is_collective_op.empty() && devices_of[place.first] > 1;
    DeviceOwnTimes own(is_collective_op, has_own ? numbers.size() : 0);
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
      if (has_own) own.Add(events, event, number);
      lanes.Add(place.first, place.second);
      any = true;
    }
    if (has_own) times.devices.push_back({place.second, own.Take()});
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
