#include "profiler/analysis/accelerators/late_launches.h"

#include <algorithm>
#include <limits>
#include <map>
#include <set>
#include <utility>

#include "absl/container/flat_hash_map.h"
#include "profiler/analysis/accelerators/blocking_calls.h"
#include "profiler/analysis/accelerators/host_times.h"
#include "profiler/analysis/accelerators/host_waits.h"
#include "profiler/analysis/accelerators/launched_by.h"
#include "profiler/analysis/phases/user_marks.h"
#include "profiler/analysis/selection/event_scan.h"
#include "profiler/analysis/selection/framework_name.h"
#include "profiler/analysis/time/intervals.h"
#include "profiler/base/status.h"
#include "profiler/store/event_name.h"
#include "profiler/store/row_facts.h"

namespace profiler {
namespace {

struct LaunchedWork {
  int64_t begin = 0, end = 0;
  EventId call;
  StringId op;
  bool counts = false;  // whether the work is in a selected step
  int64_t step_begin = kUnknown;
};

// The op with the most time; on a tie, the first by name.
StringId Most(const Profile& profile, const absl::flat_hash_map<StringId, Int128>& times) {
  StringId most;
  Int128 longest = -1;
  for (const auto& [op, time] : times) {
    if (time < longest) continue;
    const bool comes_first =
        !most.valid() || (op.valid() && profile.strings[op] < profile.strings[most]);
    if (time > longest || comes_first) most = op;
    longest = time;
  }
  return most;
}

// The threads of the source on which steps are marked, and the names of these marks.
std::pair<std::set<TrackId>, std::set<StringId>> ThreadsOfSteps(const Profile& profile,
                                                                SourceId source) {
  std::pair<std::set<TrackId>, std::set<StringId>> found;
  for (const Track track : Tracks(profile, HoldsThreadsWork)) {
    if (!(track.row.source == source)) continue;
    for (uint32_t e = 0; e < track.events.size(); ++e) {
      const StringId name = EventName(profile, track.events, e);
      if (!IsAroundStep(profile, name, track.events.step[e])) continue;
      found.first.insert(track.id);
      found.second.insert(name);
    }
  }
  return found;
}

// Finds the gaps of one device. A gap belongs to the step whose work ends the gap. If work of steps
// that are not selected ran in between, it begins after that, with the step at the earliest.
class Device {
 public:
  void Add(const LaunchedWork& work) { all_.push_back(work); }

  const std::vector<Interval>& long_gaps() const { return long_gaps_; }

  // `waits` is when the host of the source waits for a device; sorted and disjoint.
  LateLaunches Sum(const Profile& profile, SourceId source, Int128 longest,
                   const std::vector<Interval>& waits) {
    std::stable_sort(all_.begin(), all_.end(), [](const LaunchedWork& a, const LaunchedWork& b) {
      return a.begin < b.begin;
    });
    for (const LaunchedWork& work : all_) {
      if (!work.call.valid()) continue;
      const Events& events = profile.events[work.call.track];
      const int64_t begin = events.begin[work.call.row];
      calls_.push_back({begin, begin + events.duration[work.call.row]});
    }
    calls_ = United(std::move(calls_));
    int64_t last_end = 0, passed_end = std::numeric_limits<int64_t>::min();
    for (const LaunchedWork& work : all_) {
      if (!work.counts) {
        passed_end = std::max(passed_end, work.end);
        continue;
      }
      if (late_.work == 0 || passed_end > last_end) last_end = BeginOfGap(work, passed_end);
      AddWork(profile, work, last_end, longest, waits);
      last_end = std::max(last_end, work.end);
    }
    late_.op = Most(profile, behind_long_);
    if (late_.op.valid()) late_.op_time = behind_long_[late_.op];
    const auto host = TimesInLongGaps(profile, source);
    for (const auto& [name, time] : host) {
      const bool is_wait = name.valid() && WaitsForDevice(profile.strings[name]);
      if (!is_wait) late_.host_works += time;
    }
    late_.host_op = Most(profile, host);
    if (late_.host_op.valid()) late_.host_op_time = host.find(late_.host_op)->second;
    return late_;
  }

 private:
  // By name, the time that the launching threads work in long gaps. Where they do little, another
  // thread has them launch: what the thread of the steps does then.
  absl::flat_hash_map<StringId, Int128> TimesInLongGaps(const Profile& profile,
                                                        SourceId source) const {
    auto times = HostTimes(profile, threads_, long_gaps_);
    Int128 all = 0;
    for (const auto& [name, time] : times) all += time;
    if (2 * all >= late_.long_gaps.time) return times;
    const auto [threads, marks] = ThreadsOfSteps(profile, source);
    const bool is_other_thread =
        !threads.empty() && std::none_of(threads.begin(), threads.end(),
                                         [&](TrackId one) { return threads_.contains(one); });
    if (!is_other_thread) return times;
    times = HostTimes(profile, threads, long_gaps_);
    for (const StringId mark : marks) times.erase(mark);
    return times;
  }

  // Where a gap begins that ends with the first work after that of other steps.
  static int64_t BeginOfGap(const LaunchedWork& work, int64_t passed_end) {
    const bool is_first = passed_end == std::numeric_limits<int64_t>::min();
    if (is_first || work.step_begin == kUnknown) return work.begin;
    return std::min(work.begin, std::max(work.step_begin, passed_end));
  }

  void AddWork(const Profile& profile, const LaunchedWork& work, int64_t last_end, Int128 longest,
               const std::vector<Interval>& waits) {
    ++late_.work;
    if (work.call.valid()) threads_.insert(work.call.track);
    const Int128 gap = static_cast<Int128>(work.begin) - last_end;
    late_.span += std::max<Int128>(static_cast<Int128>(work.end) - last_end, 0);
    if (gap <= 0) return;
    late_.idle += gap;
    if (!work.call.valid()) return;
    const Events& calls = profile.events[work.call.track];
    const int64_t launched = calls.begin[work.call.row];
    if (launched <= last_end) {
      // Nothing else was in the queue where the call returned in the gap and
      // the work began then. A call that outlasts the begin of its work, as a
      // copy's does, may wait for the device itself.
      const int64_t returned = launched + calls.duration[work.call.row];
      if (returned > last_end && returned <= work.begin && gap <= longest) {
        late_.short_gaps.Add(gap);
      }
      return;
    }
    if (gap > longest) return AddLongGap({last_end, work.begin}, work.op, longest);
    (FollowsWait(waits, last_end, launched) ? late_.after_waits : late_.short_gaps).Add(gap);
  }

  // Whether a wait lasts until the device is done, and ends before the host launches more.
  static bool FollowsWait(const std::vector<Interval>& waits, int64_t done, int64_t launched) {
    const auto wait =
        std::lower_bound(waits.begin(), waits.end(), done,
                         [](const Interval& one, int64_t at) { return one.end < at; });
    return wait != waits.end() && wait->begin <= done && wait->end <= launched;
  }

  // If the host launches in all but a short time of the gap, the rest is a short gap. A call that
  // launches may be long: it loads the kernel's code, or waits for room in the queue.
  void AddLongGap(Interval gap, StringId op, Int128 longest) {
    auto call = std::lower_bound(calls_.begin(), calls_.end(), gap.begin,
                                 [](const Interval& one, int64_t at) { return one.end <= at; });
    std::vector<Interval> calls;
    for (; call != calls_.end() && call->begin < gap.end; ++call) calls.push_back(*call);
    const std::vector<Interval> outside = Without({gap}, calls);
    const Int128 time = TotalLength(outside);
    late_.in_calls += static_cast<Int128>(gap.end) - gap.begin - time;
    (time <= longest ? late_.short_gaps : late_.long_gaps).Add(time);
    if (time <= longest) return;
    behind_long_[op] += time;
    long_gaps_.insert(long_gaps_.end(), outside.begin(), outside.end());
  }

  std::vector<LaunchedWork> all_;
  LateLaunches late_;
  absl::flat_hash_map<StringId, Int128> behind_long_;
  std::vector<Interval> calls_;      // that launched the device's work; sorted and disjoint
  std::vector<Interval> long_gaps_;  // without calls_; sorted and disjoint
  std::set<TrackId> threads_;        // the threads that launched the device's work
};

// By source, when any thread of its host waits for a device. Sorted and disjoint.
std::vector<std::vector<Interval>> WaitsBySource(const Profile& profile) {
  std::vector<std::vector<Interval>> waits(profile.sources.size());
  const BlockingCalls blocking(profile);
  std::vector<char> waits_by_name(profile.strings.size());
  for (uint32_t i = 0; i < waits_by_name.size(); ++i) {
    waits_by_name[i] = WaitsForDevice(profile.strings[StringId(i)]) ? 1 : 0;
  }
  for (const Track track : Tracks(profile, HoldsWork)) {
    if (IsAccelerator(track.row) || !track.row.source.valid()) continue;
    const Events& events = track.events;
    for (uint32_t e = 0; e < events.size(); ++e) {
      const StringId name = EventName(profile, events, e);
      const bool is_wait = name.valid() && waits_by_name[name.row()] != 0;
      if (!is_wait && !blocking.Has({track.id, e})) continue;
      waits[track.row.source.row()].push_back(
          {events.begin[e], events.begin[e] + events.duration[e]});
    }
  }
  for (std::vector<Interval>& of_source : waits) of_source = United(std::move(of_source));
  return waits;
}

// The length of the time that is in both; each is sorted and disjoint.
Int128 Overlap(const std::vector<Interval>& a, const std::vector<Interval>& b) {
  Int128 both = 0;
  auto other = b.begin();
  for (const Interval& one : a) {
    while (other != b.end() && other->end <= one.begin) ++other;
    for (auto at = other; at != b.end() && at->begin < one.end; ++at) {
      both += std::min(one.end, at->end) - std::max(one.begin, at->begin);
    }
  }
  return both;
}

}  // namespace

absl::StatusOr<std::vector<LateLaunches>> LateLaunchesOf(const Selected& selected, Int128 longest,
                                                         RunContext& context) {
  const Profile& profile = selected.profile();
  const LaunchedBy launched_by(profile);
  PROFILER_RETURN_IF_ERROR(selected.CheckSteps());
  std::map<std::pair<SourceId, DeviceId>, Device> devices;
  const auto add = [&](const Track& track, uint32_t event, bool counts) {
    const Events& events = track.events;
    const int64_t begin = events.begin[event];
    const StepId step = events.step[event];
    devices[{track.row.source, track.row.device}].Add(
        {begin, begin + events.duration[event], launched_by(track.id, event),
         OpOfEvent(profile, events, event), counts,
         step.valid() ? profile.steps[step].begin : kUnknown});
  };
  // Work of steps that are not selected is visited too, as it fills gaps.
  PROFILER_RETURN_IF_ERROR(ForEachDeviceEvent(
      selected, context, [&](const Track& track, uint32_t event) { add(track, event, true); },
      [&](const Track& track, uint32_t event) { add(track, event, false); }));
  const auto waits = WaitsBySource(profile);
  std::vector<LateLaunches> all;
  for (auto& [place, device] : devices) {
    PROFILER_RETURN_IF_ERROR(context.Check());
    const std::vector<Interval>& of_host = waits[place.first.row()];
    all.push_back(device.Sum(profile, place.first, longest, of_host));
    if (all.back().work == 0) {
      all.pop_back();
      continue;
    }
    all.back().source = place.first;
    all.back().device = place.second;
    all.back().host_waits = Overlap(device.long_gaps(), of_host);
  }
  return all;
}

}  // namespace profiler
