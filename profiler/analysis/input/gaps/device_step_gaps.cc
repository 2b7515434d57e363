#include "profiler/analysis/input/gaps/device_step_gaps.h"

#include <algorithm>
#include <map>
#include <tuple>

#include "profiler/analysis/input/call_name.h"
#include "profiler/analysis/selection/event_scan.h"
#include "profiler/base/int128.h"
#include "profiler/store/row_facts.h"

namespace profiler {
namespace {

bool IsOfDevice(const Profile& profile, const TrackRow& track) {
  return track.role != TrackRole::kExec && track.device.valid() &&
         IsAccelerator(profile.devices[track.device].kind);
}

// By step, whether a device recorded it by itself: an event of such a line has its very times.
std::vector<char> AreOfDevices(const Profile& profile) {
  std::vector<char> are(profile.steps.size());
  for (const Track track : Tracks(profile)) {
    if (!IsOfDevice(profile, track.row)) continue;
    for (uint32_t e = 0; e < track.events.size(); ++e) {
      const StepId id = track.events.step[e];
      if (!id.valid() || IsStepByTime(track.events, e)) continue;
      const StepRow& step = profile.steps[id];
      const bool is_mark = step.found_by == StepFoundBy::kRecorded &&
                           step.begin == track.events.begin[e] &&
                           step.mark == track.events.duration[e];
      if (is_mark) are[id.row()] = 1;
    }
  }
  return are;
}

// The time of Python's outermost functions in the gaps, which are sorted.
Int128 PythonIn(const Profile& profile, const Events& events,
                const std::vector<DeviceStepGap>& gaps) {
  Int128 time = 0;
  auto gap = gaps.begin();
  for (uint32_t e = 0; e < events.size() && gap != gaps.end(); ++e) {
    if (events.ParentOf(e) != Events::kNoParent || !IsPythonFunction(profile, events, e)) continue;
    const int64_t begin = events.begin[e], end = begin + events.duration[e];
    while (gap != gaps.end() && gap->time.end <= begin) ++gap;
    for (auto in = gap; in != gaps.end() && in->time.begin < end; ++in) {
      time += std::max<int64_t>(0, std::min(end, in->time.end) - std::max(begin, in->time.begin));
    }
  }
  return time;
}

}  // namespace

std::vector<uint32_t> EventsIn(const Events& events, Interval time) {
  const auto at = std::lower_bound(events.begin.begin(), events.begin.end(), time.begin);
  const auto first = static_cast<uint32_t>(at - events.begin.begin());
  std::vector<uint32_t> in;
  for (uint32_t e = first == 0 ? Events::kNoParent : first - 1; e != Events::kNoParent;
       e = events.ParentOf(e)) {
    if (events.begin[e] + events.duration[e] > time.begin) in.push_back(e);
  }
  std::reverse(in.begin(), in.end());
  for (uint32_t e = first; e < events.size() && events.begin[e] < time.end; ++e) in.push_back(e);
  return in;
}

bool IsHostMark(const Events& events, uint32_t event) {
  const StepId step = events.step[event];
  if (!step.valid() || IsStepByTime(events, event)) return false;
  const uint32_t parent = events.ParentOf(event);
  return parent == Events::kNoParent || !(events.step[parent] == step) ||
         IsStepByTime(events, parent);
}

std::vector<DeviceStepGap> GapsOfDeviceSteps(const Profile& profile) {
  const std::vector<char> are_of_devices = AreOfDevices(profile);
  std::map<SourceId, std::vector<StepId>> by_source;
  for (uint32_t s = 0; s < are_of_devices.size(); ++s) {
    if (are_of_devices[s] != 0) by_source[profile.steps[StepId(s)].source].emplace_back(s);
  }
  std::vector<DeviceStepGap> gaps;
  for (auto& [source, steps] : by_source) {
    std::stable_sort(steps.begin(), steps.end(), [&](StepId a, StepId b) {
      return profile.steps[a].begin < profile.steps[b].begin;
    });
    StepId before;  // the step so far that ends last
    for (const StepId step : steps) {
      const StepRow& row = profile.steps[step];
      if (before.valid()) {
        const int64_t from = profile.steps[before].end;
        gaps.push_back({before, step, source, {from, std::max(from, row.begin)}});
      }
      if (!before.valid() || profile.steps[before].end < row.end) before = step;
    }
  }
  return gaps;
}

TrackId ThreadOfLoop(const Profile& profile, SourceId source,
                     const std::vector<DeviceStepGap>& gaps) {
  std::vector<DeviceStepGap> of_source;
  for (const DeviceStepGap& gap : gaps) {
    if (gap.source == source && gap.time.begin < gap.time.end) of_source.push_back(gap);
  }
  // Of steps without time between them all of their time counts.
  if (of_source.empty()) {
    for (DeviceStepGap whole : gaps) {
      if (!(whole.source == source)) continue;
      whole.time = {profile.steps[whole.before].begin, profile.steps[whole.before].end};
      of_source.push_back(whole);
    }
  }
  std::tuple<int64_t, Int128> most = {0, 0};
  TrackId thread;
  for (const Track track : Tracks(profile, HoldsThreadsWork)) {
    if (!(track.row.source == source)) continue;
    int64_t marks = 0;
    for (uint32_t e = 0; e < track.events.size(); ++e) {
      marks += IsHostMark(track.events, e) ? 1 : 0;
    }
    const std::tuple<int64_t, Int128> of = {marks, PythonIn(profile, track.events, of_source)};
    if (of <= most) continue;
    most = of;
    thread = track.id;
  }
  return thread;
}

}  // namespace profiler
