#include "profiler/analysis/accelerators/device_syncs.h"

#include <algorithm>
#include <map>
#include <set>
#include <tuple>
#include <utility>

#include "absl/container/flat_hash_map.h"
#include "profiler/analysis/accelerators/idle_after.h"
#include "profiler/analysis/accelerators/next_waits.h"
#include "profiler/analysis/accelerators/work/marks_of_work.h"
#include "profiler/analysis/accelerators/work/waiting_calls.h"
#include "profiler/analysis/ops/accelerated_sources.h"
#include "profiler/analysis/selection/event_scan.h"
#include "profiler/analysis/time/intervals.h"
#include "profiler/base/status.h"

namespace profiler {
namespace {

class Collector {
 public:
  explicit Collector(const Selected& selected)
      : profile_(selected.profile()),
        steps_(selected.steps()),
        source_filter_(selected.source_filter()),
        has_device_(AcceleratedSources(profile_)),
        calls_(profile_),
        idle_after_(profile_),
        marks_of_work_(profile_) {
    FindDeviceWork(selected);
    for (const FlowRow& flow : profile_.flows.values()) {
      if (flow.kind == FlowKind::kLaunch) AddLaunch(flow);
    }
  }

  void AddTrack(const Track& track) {
    if (has_device_[track.row.source.row()] == 0) return;
    const TrackId id = track.id;
    const Events& events = track.events;
    for (uint32_t e = 0; e < events.size(); ++e) {
      const StepId step = events.step[e];
      if (!step.valid() || !steps_.Has(step) || !source_filter_.Has(step, track.row.device))
        continue;
      calls_.Add({id, e}, waits_[step]);
    }
  }

  DeviceSyncs Take() && {
    std::set<SourceId> with_whole;
    for (const auto& [step, waits] : waits_) {
      if (HasLength(step) && !profile_.steps[step].partial) {
        with_whole.insert(profile_.steps[step].source);
      }
    }
    std::erase_if(waits_, [&](const auto& of_step) {
      const StepRow& row = profile_.steps[of_step.first];
      return !HasLength(of_step.first) || (row.partial && with_whole.count(row.source) > 0);
    });
    for (const auto& [step, waits] : waits_) {
      const StepRow& row = profile_.steps[step];
      counted_steps_[row.source].push_back({row.begin, row.end});
      for (const HostWait& wait : waits)
        next_waits_.Add(wait.first.track, calls_.TimeOf(wait).begin);
    }
    next_waits_.Sort();
    for (auto& [source, times] : counted_steps_) times = United(std::move(times));
    std::map<SourceId, int64_t> steps;
    for (auto& [step, waits] : waits_) {
      const SourceId source = profile_.steps[step].source;
      ++steps[source];
      syncs_.of_source[source] += AddStep(step, std::move(waits));
    }
    for (auto& [source, idle] : syncs_.of_source) idle /= steps[source];
    syncs_.work_mark = marks_of_work_.MarkOfMost(syncs_.delays_work);
    Int128 most = syncs_.delays_work / 2;
    for (const auto& [name, time] : works_) {
      if (time <= most) continue;
      most = time;
      syncs_.work = name;
    }
    for (auto& [key, site] : sites_) syncs_.sites.push_back(site);
    std::sort(syncs_.sites.begin(), syncs_.sites.end(), [](const auto& a, const auto& b) {
      const Int128 of_a = a.idle + a.delays_input, of_b = b.idle + b.delays_input;
      if (of_a != of_b) return of_a > of_b;
      if (a.delays_work != b.delays_work) return a.delays_work > b.delays_work;
      if (a.time != b.time) return a.time > b.time;
      return std::tie(a.call, a.site.op, a.site.frame) < std::tie(b.call, b.site.op, b.site.frame);
    });
    return std::move(syncs_);
  }

 private:
  void FindDeviceWork(const Selected& selected) {
    is_selected_.resize(profile_.sources.size());
    for (const Track track : Tracks(selected)) {
      const uint32_t source = track.row.source.row();
      is_selected_[source] = has_device_[source];
      syncs_.has_device_work = syncs_.has_device_work || has_device_[source] != 0;
    }
  }

  void AddLaunch(const FlowRow& flow) {
    const EventId call = flow.from;
    const SourceId source = profile_.tracks[call.track].source;
    syncs_.has_launches = syncs_.has_launches || is_selected_[source.row()] != 0;
    const Events& events = profile_.events[call.track];
    const int64_t begin = events.begin[call.row];
    const auto [first, is_new] = launches_.try_emplace(events.step[call.row], begin);
    if (!is_new) first->second = std::min(first->second, begin);
  }

  // When the device was idle because of one of the calls, or later until `until`, in the steps that
  // count.
  // `most` is how far the host would be ahead without the waits.
  std::vector<Interval> IdleBy(const HostWait& wait, int64_t until, Int128 most) const {
    std::vector<Interval> idle = idle_after_.Wait(wait.first);
    EventId drained = wait.first;
    if (!(wait.last == wait.first)) {
      const std::vector<Interval> by_last = idle_after_.Wait(wait.last);
      if (!by_last.empty()) drained = wait.last;
      idle.insert(idle.end(), by_last.begin(), by_last.end());
    }
    if (const Int128 left = most - TotalLength(idle); left > 0) {
      const std::vector<Interval> later = idle_after_.Later(drained, until, left);
      idle.insert(idle.end(), later.begin(), later.end());
    }
    return InCountedSteps(wait, std::move(idle));
  }

  // When the host makes input after the wait, while a device is idle, in the steps that count.
  std::vector<Interval> InputAfter(const HostWait& wait, int64_t until, Int128 most) const {
    const auto counted = counted_steps_.find(profile_.tracks[wait.first.track].source);
    if (counted == counted_steps_.end()) return {};
    return idle_after_.MakingInput(wait.last, {until, most, counted->second});
  }

  std::vector<Interval> InCountedSteps(const HostWait& wait, std::vector<Interval> times) const {
    const auto counted = counted_steps_.find(profile_.tracks[wait.first.track].source);
    return counted == counted_steps_.end() ? std::vector<Interval>()
                                           : Common(United(std::move(times)), counted->second);
  }

  bool HasLength(StepId id) const {
    const StepRow& step = profile_.steps[id];
    return step.begin != kUnknown && step.end != kUnknown && step.end > step.begin;
  }

  // Returns how long devices are idle after its waits.
  Int128 AddStep(StepId id, std::vector<HostWait> waits) {
    const StepRow& step = profile_.steps[id];
    ++syncs_.steps;
    syncs_.span += static_cast<Int128>(step.end) - step.begin;
    syncs_.is_whole = step.found_by == StepFoundBy::kWhole;
    const auto launches = launches_.find(id);
    std::erase_if(waits, [&](const HostWait& wait) {
      const Interval time = calls_.TimeOf(wait);
      return launches == launches_.end() || time.begin < launches->second;
    });
    OfStep sums;
    for (size_t i = 0; i < waits.size(); ++i) {
      if (i == 0 || waits[i].first.track != waits[i - 1].first.track) sums.ahead = 0;
      // Waits of a thread follow each other.
      const bool waits_again =
          i + 1 < waits.size() && waits[i + 1].first.track == waits[i].first.track;
      const int64_t again = next_waits_.From(waits[i].first.track, calls_.TimeOf(waits[i]).end);
      AddWait(waits[i], waits_again ? calls_.TimeOf(waits[i + 1]).begin : step.end, again, sums);
    }
    syncs_.waits += static_cast<int64_t>(waits.size());
    syncs_.time += TotalLength(std::move(sums.times));
    syncs_.cost += TotalLength(std::move(sums.costs));
    const Int128 input = TotalLength(std::move(sums.input));
    const Int128 work = TotalLength(std::move(sums.work));
    const Int128 idle = TotalLength(std::move(sums.idle));
    syncs_.delays_input += input;
    syncs_.delays_work += work;
    syncs_.idle += idle;
    syncs_.saved += std::min(sums.saved, idle);
    return idle + input + work;
  }

  struct OfStep {
    std::vector<Interval> times, costs, idle, input, work;
    Int128 saved = 0;  // by each wait, added up
    // By how much the thread would be ahead without its waits so far, beyond the idle time that
    // this saves.
    Int128 ahead = 0;
  };

  // `again` is when its thread waits again; `until` the same, or the end of the step before it.
  void AddWait(const HostWait& wait, int64_t until, int64_t again, OfStep& sums) {
    const EventId longest = calls_.Longest(wait);
    const CallSite site = CallSiteOf(profile_, longest);
    const StringId call = profile_.ops.row[profile_.events[longest.track].op[longest.row]].name;
    DeviceSyncs::Site& sum = sites_[{site, call}];
    sum.site = site;
    sum.call = call;
    ++sum.waits;
    if (wait.is_to_device) ++sum.to_device;
    if (wait.is_of_loop) ++sum.of_loops;
    const Interval time = calls_.TimeOf(wait), whole = calls_.CostOf(wait, site);
    sum.time += static_cast<Int128>(time.end) - time.begin;
    sums.times.push_back(time);
    sums.costs.push_back(whole);
    const Int128 cost = static_cast<Int128>(whole.end) - whole.begin;
    const Int128 ahead = sums.ahead + cost;
    const std::vector<Interval> idle = IdleBy(wait, until, ahead);
    const Int128 length = TotalLength(idle);
    sum.idle += length;
    const Int128 saved = std::min(length, ahead);
    sums.saved += saved;
    const std::vector<Interval> input = InputAfter(wait, again, cost - saved);
    const Int128 delayed = TotalLength(input);
    sum.delays_input += delayed;
    const std::vector<Interval> work =
        InCountedSteps(wait, idle_after_.DoingOtherWork(wait.last, cost - saved - delayed));
    sum.delays_work += TotalLength(work);
    marks_of_work_.Add(wait.last.track, work);
    idle_after_.AddOtherWork(wait.last, work, works_);
    sums.work.insert(sums.work.end(), work.begin(), work.end());
    if (length <= 0 && input.empty() && work.empty()) {
      const auto why = static_cast<size_t>(idle_after_.WhyNotIdle(wait.last));
      syncs_.not_idle[why] += static_cast<Int128>(time.end) - time.begin;
    }
    // A wait that leaves no device idle costs nothing: the host was far enough ahead.
    if (length > 0) sums.ahead = ahead - saved - std::min(delayed, ahead - saved);
    sums.input.insert(sums.input.end(), input.begin(), input.end());
    sums.idle.insert(sums.idle.end(), idle.begin(), idle.end());
  }

  const Profile& profile_;
  const SelectedSteps& steps_;
  const SourceFilter& source_filter_;
  const std::vector<char> has_device_;  // indexed by source
  std::vector<char> is_selected_;       // of these, whether a track of the source is selected
  const WaitingCalls calls_;
  const IdleAfter idle_after_;
  MarksOfWork marks_of_work_;                      // of delays_work
  std::map<StringId, Int128> works_;               // what runs itself in that time
  absl::flat_hash_map<StepId, int64_t> launches_;  // by step: when the first launch begins
  std::map<StepId, std::vector<HostWait>> waits_;
  NextWaits next_waits_;
  std::map<SourceId, std::vector<Interval>> counted_steps_;  // united
  absl::flat_hash_map<std::pair<CallSite, StringId>, DeviceSyncs::Site> sites_;
  DeviceSyncs syncs_;
};

}  // namespace

absl::StatusOr<DeviceSyncs> DeviceSyncsOf(const Selected& selected, RunContext& context,
                                          const std::vector<SourceId>& only) {
  PROFILER_RETURN_IF_ERROR(selected.CheckSteps());
  Collector collector(selected);
  for (const Track track : Tracks(selected.profile(), HoldsThreadsWork)) {
    PROFILER_RETURN_IF_ERROR(context.Check());
    if (IsOfSources(track.row, only)) collector.AddTrack(track);
  }
  return std::move(collector).Take();
}

}  // namespace profiler
