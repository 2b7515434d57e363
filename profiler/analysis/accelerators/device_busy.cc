#include "profiler/analysis/accelerators/device_busy.h"

#include <algorithm>
#include <limits>
#include <map>
#include <optional>
#include <set>
#include <utility>

#include "profiler/analysis/accelerators/device_work.h"
#include "profiler/analysis/collectives/communication.h"
#include "profiler/analysis/input/between_steps.h"
#include "profiler/analysis/input/device_waits.h"
#include "profiler/analysis/selection/event_scan.h"
#include "profiler/analysis/selection/runs.h"
#include "profiler/analysis/selection/same_step.h"
#include "profiler/analysis/time/intervals.h"
#include "profiler/analysis/time/own_parts.h"
#include "profiler/base/status.h"
#include "profiler/store/exec_devices.h"
#include "profiler/store/row_facts.h"

namespace profiler {
namespace {

// The observed time of one source, sorted and without overlaps.
struct Windows {
  std::vector<Interval> times;
  std::vector<StepId> steps;
  bool has_gaps = false;  // time between steps is in `times`
};

class Busy {
 public:
  Busy(const Selected& selected, const BetweenSteps& between)
      : profile_(selected.profile()),
        steps_(selected.steps()),
        source_filter_(selected.source_filter()),
        runs_(RunsOf(profile_)),
        communication_(profile_),
        kinds_(profile_),
        waits_(profile_),
        windows_(profile_.sources.size()) {
    for (uint32_t s = 0; s < windows_.size(); ++s) windows_[s] = WindowsOf(SourceId(s), between);
  }

  void AddTrack(const TrackRow& track, const Events& events) {
    if (!track.device.valid() || !IsAccelerator(profile_.devices[track.device].kind)) return;
    if (events.size() == 0) return;
    const Windows& windows = windows_[track.source.row()];
    Work& work = WorkOf(track.device, track.source);
    for (uint32_t e = 0; e < events.size(); ++e) {
      const auto use = UseOf(track, events, e);
      bool counts = false;
      ForEachOwnPart(events, e, [&](const Interval& part) {
        counts = Add(part, use, windows, work) || counts;
      });
      work.events += counts ? 1 : 0;
    }
  }

  std::vector<DeviceBusy> Finish() && {
    AddIdle();
    std::vector<DeviceBusy> all;
    for (auto& [place, by_source] : work_) {
      DeviceBusy one = Joined(std::move(by_source));
      if (one.span <= 0) continue;
      one.device = place.first;
      one.run = place.second;
      all.push_back(std::move(one));
    }
    return all;
  }

 private:
  // What a source recorded of a device.
  struct Work {
    std::vector<Interval> communication, copies, others;  // all work: `others` is the rest
    std::vector<Interval> waits;                          // for input
    int64_t events = 0;                                   // of work
  };
  enum class Use : uint8_t { kWaits, kCommunicates, kCopies, kOther };

  Use UseOf(const TrackRow& track, const Events& events, uint32_t event) {
    if (waits_.Is(track, events, event)) return Use::kWaits;
    if (communication_.OfEvent(track, events, event) == Communication::kCollective) {
      return Use::kCommunicates;
    }
    return kinds_.Of(track, events, event) == DeviceWork::kCopy ? Use::kCopies : Use::kOther;
  }
  using WorkBySource = std::map<SourceId, Work>;

  Work& WorkOf(DeviceId device, SourceId source) {
    return work_[{device, runs_.of_source[source.row()]}][source];
  }

  // The time of the source on the clock of `of`; nothing if they have no common clock.
  std::optional<int64_t> OffsetFrom(SourceId of, SourceId source) const {
    constexpr Int128 kMost = int64_t{1} << 61;
    if (source == of) return 0;
    for (const SourceId one : {of, source}) {
      if (!RecordsWallClock(profile_.sources[one])) return std::nullopt;
    }
    const Int128 offset = profile_.time_axis.zero[source] - profile_.time_axis.zero[of];
    if (offset > kMost || offset < -kMost) return std::nullopt;
    return static_cast<int64_t>(offset);
  }

  static void AddTimes(Work work, DeviceBusy& to) {
    std::vector<Interval> others = United(std::move(work.others));
    // Copies beside communication are not what kernels wait for.
    std::vector<Interval> both = work.communication;
    both.insert(both.end(), work.copies.begin(), work.copies.end());
    both.insert(both.end(), others.begin(), others.end());
    const std::vector<Interval> all = United(std::move(both));
    const std::vector<Interval> copies = United(std::move(work.copies));
    const std::vector<Interval> communication = United(std::move(work.communication));
    std::vector<Interval> beside = others;
    beside.insert(beside.end(), copies.begin(), copies.end());
    to.communication += TotalLength(Without(communication, United(std::move(beside))));
    to.copying += TotalLength(Without(Without(copies, others), communication));
    to.busy += TotalLength(all);
    to.waiting += TotalLength(Without(United(std::move(work.waits)), all));
  }

  DeviceBusy Joined(WorkBySource by_source) const {
    DeviceBusy one;
    Work joined;  // of all sources with a common clock
    std::vector<Interval> span;
    std::set<StepId> steps;
    const auto add = [](std::vector<Interval> times, int64_t offset, std::vector<Interval>& to) {
      for (Interval& time : times) time = {time.begin + offset, time.end + offset};
      if (to.empty()) {
        to = std::move(times);
      } else {
        to.insert(to.end(), times.begin(), times.end());
      }
    };
    for (auto& [source, work] : by_source) {
      const Windows& windows = windows_[source.row()];
      one.has_gaps = one.has_gaps || windows.has_gaps;
      one.sources.push_back(source);
      one.events += work.events;
      if (const auto offset = OffsetFrom(by_source.begin()->first, source)) {
        add(std::move(work.others), *offset, joined.others);
        add(std::move(work.communication), *offset, joined.communication);
        add(std::move(work.copies), *offset, joined.copies);
        add(std::move(work.waits), *offset, joined.waits);
        add(windows.times, *offset, span);
      } else {
        AddTimes(std::move(work), one);
        one.span += TotalLength(windows.times);
      }
      for (const StepId step : windows.steps) steps.insert(SameStep(profile_, step));
    }
    AddTimes(std::move(joined), one);
    one.span += TotalLength(std::move(span));
    one.steps = static_cast<int64_t>(steps.size());
    return one;
  }

  Windows WindowsOf(SourceId source, const BetweenSteps& between) const {
    std::vector<Interval> whole, cut, recording;
    std::vector<StepId> whole_steps, cut_steps;
    bool has_gaps = false;
    for (uint32_t s = 0; s < profile_.steps.size(); ++s) {
      const StepRow& step = profile_.steps[StepId(s)];
      if (step.source != source || !steps_.Has(StepId(s))) continue;
      if (step.begin == kUnknown || step.end == kUnknown || step.end <= step.begin) continue;
      if (step.found_by == StepFoundBy::kWhole) {
        recording.push_back({step.begin, step.end});
        continue;
      }
      int64_t begin = step.begin;
      if (const auto gap = between.find(StepId(s)); gap != between.end()) {
        begin -= static_cast<int64_t>(gap->second.total);
        has_gaps = has_gaps || begin < step.begin;
      }
      (step.partial ? cut : whole).push_back({begin, step.end});
      (step.partial ? cut_steps : whole_steps).push_back(StepId(s));
    }
    if (!whole.empty()) return {United(std::move(whole)), std::move(whole_steps), has_gaps};
    if (!cut.empty()) return {United(std::move(cut)), std::move(cut_steps)};
    if (recording.empty()) recording = {Recording(source)};
    return {United(std::move(recording)), {}};
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

  // Adds the parts of the event that are inside the windows. Returns whether any is work.
  static bool Add(const Interval& event, Use use, const Windows& windows, Work& work) {
    auto window =
        std::upper_bound(windows.times.begin(), windows.times.end(), event.begin,
                         [](int64_t begin, const Interval& one) { return begin < one.end; });
    bool counts = false;
    for (; window != windows.times.end() && window->begin < event.end; ++window) {
      const Interval part{std::max(event.begin, window->begin), std::min(event.end, window->end)};
      if (use == Use::kWaits) {
        AddToLast(part, work.waits);
        continue;
      }
      counts = true;
      AddToLast(part, use == Use::kOther    ? work.others
                      : use == Use::kCopies ? work.copies
                                            : work.communication);
    }
    return counts;
  }

  // Adds accelerators that ran nothing, unless another process of the host lists them too, as that
  // process may have used them.
  void AddIdle() {
    std::map<StringId, SourceId> hosts;  // for each host, a source that recorded its accelerators
    std::vector<char> used(profile_.devices.size());
    for (const auto& [place, by_source] : work_) {
      const SourceId source = by_source.begin()->first;
      used[place.first.row()] = 1;
      if (profile_.sources[source].is_of_one_process) continue;
      hosts[profile_.devices[place.first].host] = source;
    }
    for (const OpRow& op : profile_.ops.row.values()) {
      if (op.assigned_device.valid()) used[op.assigned_device.row()] = 1;
    }
    const std::vector<char> has_execs = DevicesOfExecs(profile_);
    for (uint32_t d = 0; d < profile_.devices.size(); ++d) {
      const DeviceRow& device = profile_.devices[DeviceId(d)];
      const auto host = hosts.find(device.host);
      if (used[d] != 0 || has_execs[d] != 0 || !IsAccelerator(device.kind) || host == hosts.end())
        continue;
      if (!source_filter_.Has(StepId(), DeviceId(d))) continue;
      WorkOf(DeviceId(d), host->second);
    }
  }

  const Profile& profile_;
  const SelectedSteps& steps_;
  const SourceFilter& source_filter_;
  const Runs runs_;
  CommunicationTable communication_;
  DeviceWorkKinds kinds_;
  DeviceWaits waits_;
  std::vector<Windows> windows_;                                // indexed by source
  std::map<std::pair<DeviceId, uint32_t>, WorkBySource> work_;  // by device and run
};

}  // namespace

absl::StatusOr<std::vector<DeviceBusy>> BusyDevices(const Selected& selected,
                                                    const RunContext& context) {
  // Also where only devices are selected, their loop is that of the host.
  PROFILER_ASSIGN_OR_RETURN(const BetweenSteps between,
                            TimesBetweenSteps(selected.OnAllDevices(), context));
  Busy busy(selected, between);
  for (const Track track : Tracks(selected, HoldsDeviceWork)) {
    PROFILER_RETURN_IF_ERROR(context.Check());
    busy.AddTrack(track.row, track.events);
  }
  return std::move(busy).Finish();
}

}  // namespace profiler
