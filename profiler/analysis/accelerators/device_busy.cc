#include "profiler/analysis/accelerators/device_busy.h"

#include <algorithm>
#include <limits>
#include <map>
#include <utility>

#include "profiler/analysis/input/input_waits.h"
#include "profiler/analysis/selection/event_scan.h"
#include "profiler/analysis/time/intervals.h"
#include "profiler/base/status.h"
#include "profiler/store/row_facts.h"

namespace profiler {
namespace {

// The observed time of one source, sorted and without overlaps.
struct Windows {
  std::vector<Interval> times;
  int64_t steps = 0;
  Int128 length = 0;
};

Windows Joined(std::vector<Interval> times, int64_t steps) {
  Windows windows;
  windows.times = United(std::move(times));
  windows.steps = steps;
  for (const Interval& one : windows.times) {
    windows.length += static_cast<Int128>(one.end) - one.begin;
  }
  return windows;
}

class Busy {
 public:
  explicit Busy(const Selected& selected)
      : profile_(selected.profile()),
        steps_(selected.steps()),
        source_filter_(selected.source_filter()),
        windows_(profile_.sources.size()) {
    waits_.reserve(profile_.op_count());
    for (const OpRow& op : profile_.ops.row.values()) {
      waits_.push_back(WaitsForInput(profile_.strings[op.type]) ? 1 : 0);
    }
    for (uint32_t s = 0; s < windows_.size(); ++s) windows_[s] = WindowsOf(SourceId(s));
  }

  void AddTrack(const TrackRow& track, const Events& events) {
    if (!track.device.valid() || !IsAccelerator(profile_.devices[track.device].kind)) return;
    if (events.size() == 0) return;
    const Windows& windows = windows_[track.source.row()];
    Work& work = work_[track.device];
    work.source = track.source;
    for (uint32_t e = 0; e < events.size(); ++e) {
      const OpId op = events.op[e];
      if (op.valid() && waits_[op.row()] != 0) continue;
      Add({events.begin[e], events.begin[e] + events.duration[e]}, windows, work);
    }
  }

  std::vector<DeviceBusy> Finish() && {
    AddIdle();
    std::vector<DeviceBusy> all;
    for (auto& [device, work] : work_) {
      const Windows& windows = windows_[work.source.row()];
      if (windows.length <= 0) continue;
      all.push_back(
          {device, TotalLength(std::move(work.times)), windows.length, work.events, windows.steps});
    }
    return all;
  }

 private:
  struct Work {
    SourceId source;
    std::vector<Interval> times;
    int64_t events = 0;
  };

  Windows WindowsOf(SourceId source) const {
    std::vector<Interval> whole, cut, recording;
    for (uint32_t s = 0; s < profile_.steps.size(); ++s) {
      const StepRow& step = profile_.steps[StepId(s)];
      if (step.source != source || !steps_.Has(StepId(s))) continue;
      if (step.begin == kUnknown || step.end == kUnknown || step.end <= step.begin) continue;
      const bool is_recording = step.found_by == StepFoundBy::kWhole;
      (is_recording ? recording : step.partial ? cut : whole).push_back({step.begin, step.end});
    }
    if (whole.empty()) whole = std::move(cut);
    if (const auto steps = static_cast<int64_t>(whole.size()); steps > 0) {
      return Joined(std::move(whole), steps);
    }
    if (recording.empty()) recording = {Recording(source)};
    return Joined(std::move(recording), 0);
  }

  // From the start of the first event to the end of the last.
  Interval Recording(SourceId source) const {
    Interval all{std::numeric_limits<int64_t>::max(), std::numeric_limits<int64_t>::min()};
    for (const Track track : Tracks(profile_, HoldsWork)) {
      if (track.row.source != source) continue;
      const Events& events = track.events;
      for (size_t e = 0; e < events.size(); ++e) {
        all.begin = std::min(all.begin, events.begin[e]);
        all.end = std::max(all.end, events.begin[e] + events.duration[e]);
      }
    }
    return all.begin < all.end ? all : Interval{};
  }

  // Adds the parts of the event that are inside the windows.
  static void Add(const Interval& event, const Windows& windows, Work& work) {
    auto window =
        std::upper_bound(windows.times.begin(), windows.times.end(), event.begin,
                         [](int64_t begin, const Interval& one) { return begin < one.end; });
    bool counts = false;
    for (; window != windows.times.end() && window->begin < event.end; ++window) {
      const Interval part{std::max(event.begin, window->begin), std::min(event.end, window->end)};
      counts = true;
      AddToLast(part, work.times);
    }
    work.events += counts ? 1 : 0;
  }

  // Adds accelerators that ran nothing, unless another process of the host lists them too, as that
  // process may have used them.
  void AddIdle() {
    std::map<StringId, SourceId> hosts;  // for each host, a source that recorded its accelerators
    for (const auto& [device, work] : work_) {
      if (profile_.sources[work.source].is_of_one_process) continue;
      hosts[profile_.devices[device].host] = work.source;
    }
    std::vector<char> used(profile_.devices.size());
    const auto use = [&](DeviceId device) {
      if (device.valid()) used[device.row()] = 1;
    };
    for (const OpRow& op : profile_.ops.row.values()) use(op.assigned_device);
    for (const ExecRow& row : profile_.execs.row.values()) use(row.device);
    for (uint32_t d = 0; d < profile_.devices.size(); ++d) {
      const DeviceRow& device = profile_.devices[DeviceId(d)];
      const auto host = hosts.find(device.host);
      if (used[d] != 0 || !IsAccelerator(device.kind) || host == hosts.end()) continue;
      if (!source_filter_.Has(StepId(), DeviceId(d)) || work_.count(DeviceId(d)) > 0) continue;
      work_[DeviceId(d)].source = host->second;
    }
  }

  const Profile& profile_;
  const SelectedSteps& steps_;
  const SourceFilter& source_filter_;
  std::vector<Windows> windows_;  // indexed by source
  std::vector<char> waits_;       // by op: whether the op waits for input and so is not work
  std::map<DeviceId, Work> work_;
};

}  // namespace

absl::StatusOr<std::vector<DeviceBusy>> BusyDevices(const Selected& selected,
                                                    const RunContext& context) {
  Busy busy(selected);
  for (const Track track : Tracks(selected, HoldsDeviceWork)) {
    PROFILER_RETURN_IF_ERROR(context.Check());
    busy.AddTrack(track.row, track.events);
  }
  return std::move(busy).Finish();
}

}  // namespace profiler
