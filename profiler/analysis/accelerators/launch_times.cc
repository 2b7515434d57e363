#include "profiler/analysis/accelerators/launch_times.h"

#include <algorithm>
#include <tuple>
#include <utility>

#include "absl/container/flat_hash_map.h"
#include "profiler/analysis/accelerators/device_work.h"
#include "profiler/analysis/accelerators/launched_by.h"
#include "profiler/analysis/accelerators/launches/queue_waits.h"
#include "profiler/analysis/selection/event_scan.h"
#include "profiler/analysis/selection/framework_name.h"
#include "profiler/base/status.h"

namespace profiler {
namespace {

class LaunchTimeAdder {
 public:
  LaunchTimeAdder(const Profile& profile, bool by_call)
      : profile_(profile),
        launched_by_(profile),
        queue_waits_(profile),
        kinds_(profile),
        by_call_(by_call),
        row_of_call_(profile.tracks.size()),
        launched_kernel_(profile.tracks.size()),
        works_(profile.tracks.size()) {
    for (const FlowRow& flow : profile.flows.values()) {
      if (flow.kind != FlowKind::kLaunch) continue;
      std::vector<uint32_t>& of_track = works_[flow.from.track.row()];
      of_track.resize(profile.events[flow.from.track].size());
      ++of_track[flow.from.row];
    }
  }

  void Add(TrackId track, uint32_t e) {
    const Events& events = profile_.events[track];
    const EventId call = launched_by_(track, e);
    if (!call.valid()) {
      ++launches_.without_call;
      launches_.time_without_call += events.duration[e];
      return;
    }
    const Events& calls = profile_.events[call.track];
    bool is_first = false;
    const bool is_kernel = kinds_.Of(profile_.tracks[track], events, e) == DeviceWork::kKernel;
    const bool is_first_kernel = is_kernel && IsFirstKernel(call);
    LaunchesOfOp& row = Find(call, OpOfEvent(profile_, events, e), is_first);
    const bool waits = queue_waits_.Has(call);
    for (LaunchTimes* times : {&row.times, &launches_.all, &OfDevice(track)}) {
      times->Add({calls.begin[call.row], calls.duration[call.row], WorksOf(call), is_first,
                  events.begin[e], events.duration[e], is_kernel, is_first_kernel, waits});
    }
    if (is_kernel && !waits &&
        (!launches_.longest_call.valid() ||
         calls.duration[call.row] > DurationOf(launches_.longest_call))) {
      launches_.longest_call = call;
      launches_.longest_op = OpOfEvent(profile_, events, e);
    }
    const EventId work{track, e};
    if (row.call.valid()) CheckPlaces(call, work, row);
    if (!row.call.valid() || Order(call, work) < Order(row.call, row.work)) {
      row.call = call;
      row.work = work;
    }
  }

  AllLaunches Finish() && {
    std::sort(rows_.begin(), rows_.end(), [this](const LaunchesOfOp& a, const LaunchesOfOp& b) {
      if (by_call_) return Order(a.call, a.work) < Order(b.call, b.work);
      if (a.times.call_time != b.times.call_time) return a.times.call_time > b.times.call_time;
      return profile_.strings[a.op] < profile_.strings[b.op];
    });
    (by_call_ ? launches_.by_call : launches_.by_op) = std::move(rows_);
    return std::move(launches_);
  }

 private:
  static constexpr uint32_t kNone = UINT32_MAX;

  LaunchTimes& OfDevice(TrackId track) {
    if (of_last_ == nullptr || !(track == last_)) {
      const TrackRow& row = profile_.tracks[track];
      of_last_ = &launches_.by_device[{row.source, row.device}];
      last_ = track;
    }
    return *of_last_;
  }

  int64_t WorksOf(EventId call) const {
    const std::vector<uint32_t>& of_track = works_[call.track.row()];
    return of_track.empty() ? 1 : std::max<int64_t>(of_track[call.row], 1);
  }

  int64_t DurationOf(EventId call) const { return profile_.events[call.track].duration[call.row]; }

  // Whether no kernel of the call was added before: a graph's first work may be a copy.
  bool IsFirstKernel(EventId call) {
    std::vector<bool>& of_track = launched_kernel_[call.track.row()];
    of_track.resize(profile_.events[call.track].size());
    const bool is_first = !of_track[call.row];
    of_track[call.row] = true;
    return is_first;
  }

  // Returns the row of the call or of its op. Sets `is_first` to whether this is the first event
  // that the call launched.
  LaunchesOfOp& Find(EventId call, StringId op, bool& is_first) {
    std::vector<uint32_t>& of_track = row_of_call_[call.track.row()];
    of_track.resize(profile_.events[call.track].size(), kNone);
    uint32_t& of_call = of_track[call.row];
    is_first = of_call == kNone;
    const auto next = static_cast<uint32_t>(rows_.size());
    uint32_t row = of_call;
    if (!by_call_) {
      row = row_of_op_.try_emplace(op, next).first->second;
    } else if (is_first) {
      row = next;
    }
    if (is_first) of_call = row;
    if (row == next) {
      rows_.emplace_back();
      rows_.back().op = op;
    }
    return rows_[row];
  }

  void CheckPlaces(EventId call, EventId work, LaunchesOfOp& row) const {
    const TrackRow& host = profile_.tracks[call.track];
    const TrackRow& first_host = profile_.tracks[row.call.track];
    if (!(host.source == first_host.source) &&
        profile_.sources[host.source].rank != profile_.sources[first_host.source].rank) {
      row.one_rank = false;
    }
    if (work.track == row.work.track) return;
    const TrackRow& stream = profile_.tracks[work.track];
    const TrackRow& first_stream = profile_.tracks[row.work.track];
    if (!(stream.device == first_stream.device) &&
        DeviceName(stream.device) != DeviceName(first_stream.device)) {
      row.one_device = false;
    }
    if (!(stream.name == first_stream.name)) row.one_stream = false;
  }

  StringId DeviceName(DeviceId device) const {
    return device.valid() ? profile_.devices[device].name : StringId();
  }

  // Sorts calls by time, and within a call its launched events.
  using CallOrder = std::tuple<Int128, TrackId, uint32_t, int64_t, TrackId, uint32_t>;
  CallOrder Order(EventId call, EventId work) const {
    const SourceId source = profile_.tracks[call.track].source;
    const Int128 begin = profile_.time_axis.At(source, profile_.events[call.track].begin[call.row]);
    return {begin,      call.track, call.row, profile_.events[work.track].begin[work.row],
            work.track, work.row};
  }

  const Profile& profile_;
  const LaunchedBy launched_by_;
  const QueueWaits queue_waits_;
  DeviceWorkKinds kinds_;
  const bool by_call_;
  std::vector<std::vector<uint32_t>> row_of_call_;  // indexed by track and event
  std::vector<std::vector<bool>> launched_kernel_;  // the same
  std::vector<std::vector<uint32_t>> works_;        // how many each call launched; the same
  absl::flat_hash_map<StringId, uint32_t> row_of_op_;
  std::vector<LaunchesOfOp> rows_;
  AllLaunches launches_;
  TrackId last_;  // of the event before, and the times of its device
  LaunchTimes* of_last_ = nullptr;
};

// Of the events for which counts(track, event) is true.
template <typename Counts>
absl::StatusOr<AllLaunches> AddUp(const Selected& selected, bool by_call, RunContext& context,
                                  const Counts& counts) {
  const Profile& profile = selected.profile();
  LaunchTimeAdder adder(profile, by_call);
  PROFILER_RETURN_IF_ERROR(
      ForEachDeviceEvent(selected, context, [&](const Track& track, uint32_t event) {
        if (counts(track, event)) adder.Add(track.id, event);
      }));
  return std::move(adder).Finish();
}

bool CountsAll(const Track&, uint32_t) { return true; }

}  // namespace

void LaunchTimes::Add(const Launch& launch) {
  ++work;
  work_time += launch.time;
  if (launch.is_first) {
    ++calls;
    call_time += launch.call_time;
  }
  if (launch.is_kernel) {
    ++kernels;
    kernel_time += launch.time;
    const bool is_short = Int128{launch.time} * launch.works < launch.call_time;
    if (is_short) ++short_kernels;
    if (launch.waits) {
      ++waiting_kernels;
      if (is_short) ++waiting_short_kernels;
    }
    if (launch.is_first_kernel) {
      ++kernel_calls;
      kernel_call_time += launch.call_time;
      if (launch.waits) {
        ++waiting_calls;
        waiting_call_time += launch.call_time;
      } else {
        longest_kernel_call = std::max(longest_kernel_call, launch.call_time);
      }
    }
  }
  // The difference of times in a damaged file may exceed 64 bits.
  const Int128 waited =
      std::max<Int128>(Int128{launch.begin} - launch.call_begin - launch.call_time, 0);
  delay += waited;
  longest_delay = std::max(longest_delay, waited);
}

absl::StatusOr<AllLaunches> LaunchesByOp(const Selected& selected, RunContext& context) {
  return AddUp(selected, false, context, CountsAll);
}

absl::StatusOr<AllLaunches> LaunchesOnDevice(const Selected& selected, SourceId source,
                                             DeviceId device, RunContext& context) {
  return AddUp(selected, false, context, [&](const Track& track, uint32_t) {
    return track.row.source == source && track.row.device == device;
  });
}

absl::StatusOr<AllLaunches> LaunchesInSteps(const Selected& selected, RunContext& context) {
  return AddUp(selected, false, context, [&](const Track& track, uint32_t event) {
    const StepId step = track.events.step[event];
    return step.valid() && selected.steps().Has(step);
  });
}

absl::StatusOr<AllLaunches> LaunchesByCall(const Selected& selected, RunContext& context) {
  return AddUp(selected, true, context, CountsAll);
}

}  // namespace profiler
