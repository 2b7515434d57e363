#include "profiler/analysis/accelerators/late_launches.h"

#include <algorithm>
#include <limits>
#include <map>
#include <set>
#include <utility>

#include "absl/container/flat_hash_map.h"
#include "profiler/analysis/accelerators/host_times.h"
#include "profiler/analysis/accelerators/launched_by.h"
#include "profiler/analysis/selection/event_scan.h"
#include "profiler/analysis/selection/framework_name.h"
#include "profiler/analysis/time/intervals.h"
#include "profiler/base/status.h"

namespace profiler {
namespace {

struct LaunchedWork {
  int64_t begin = 0, end = 0;
  EventId call;
  StringId op;
  bool counts = false;  // whether the work is in a selected step
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

// Finds the gaps of one device. A gap belongs to the step whose work ends the gap. If work of steps
// that are not selected ran in between, there is no gap.
class Device {
 public:
  void Add(const LaunchedWork& work) { all_.push_back(work); }

  LateLaunches Sum(const Profile& profile, Int128 longest) {
    std::stable_sort(all_.begin(), all_.end(), [](const LaunchedWork& a, const LaunchedWork& b) {
      return a.begin < b.begin;
    });
    int64_t last_end = 0, passed_end = std::numeric_limits<int64_t>::min();
    for (const LaunchedWork& work : all_) {
      if (!work.counts) {
        passed_end = std::max(passed_end, work.end);
        continue;
      }
      if (late_.work == 0) last_end = work.begin;
      AddWork(profile, work, last_end, /*is_gap=*/passed_end <= last_end, longest);
      last_end = std::max(last_end, work.end);
    }
    late_.op = Most(profile, behind_long_);
    if (late_.op.valid()) late_.op_time = behind_long_[late_.op];
    const auto host = HostTimes(profile, threads_, long_gaps_);
    late_.host_op = Most(profile, host);
    if (late_.host_op.valid()) late_.host_op_time = host.find(late_.host_op)->second;
    return late_;
  }

 private:
  void AddWork(const Profile& profile, const LaunchedWork& work, int64_t last_end, bool is_gap,
               Int128 longest) {
    ++late_.work;
    if (work.call.valid()) threads_.insert(work.call.track);
    const Int128 gap = static_cast<Int128>(work.begin) - last_end;
    late_.span += std::max<Int128>(static_cast<Int128>(work.end) - last_end, 0);
    if (gap <= 0) return;
    if (!is_gap) {
      late_.span -= gap;
      return;
    }
    late_.idle += gap;
    if (!work.call.valid() || profile.events[work.call.track].begin[work.call.row] <= last_end) {
      return;
    }
    LateLaunches::Gaps& gaps = gap > longest ? late_.long_gaps : late_.short_gaps;
    ++gaps.count;
    gaps.time += gap;
    if (gap <= longest) return;
    behind_long_[work.op] += gap;
    long_gaps_.push_back({last_end, work.begin});
  }

  std::vector<LaunchedWork> all_;
  LateLaunches late_;
  absl::flat_hash_map<StringId, Int128> behind_long_;
  std::vector<Interval> long_gaps_;  // sorted and disjoint
  std::set<TrackId> threads_;        // the threads that launched the device's work
};

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
    devices[{track.row.source, track.row.device}].Add({begin, begin + events.duration[event],
                                                       launched_by(track.id, event),
                                                       OpOfEvent(profile, events, event), counts});
  };
  // Work of steps that are not selected is visited too, as it fills gaps.
  PROFILER_RETURN_IF_ERROR(ForEachDeviceEvent(
      selected, context, [&](const Track& track, uint32_t event) { add(track, event, true); },
      [&](const Track& track, uint32_t event) { add(track, event, false); }));
  std::vector<LateLaunches> all;
  for (auto& [place, device] : devices) {
    PROFILER_RETURN_IF_ERROR(context.Check());
    all.push_back(device.Sum(profile, longest));
    if (all.back().work == 0) {
      all.pop_back();
      continue;
    }
    all.back().source = place.first;
    all.back().device = place.second;
  }
  return all;
}

}  // namespace profiler
