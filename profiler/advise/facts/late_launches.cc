#include "profiler/advise/facts/late_launches.h"

#include <algorithm>
#include <limits>
#include <map>
#include <utility>

#include "absl/container/flat_hash_map.h"
#include "profiler/base/status.h"
#include "profiler/views/device_walk.h"
#include "profiler/views/launched_by.h"

namespace profiler {
namespace {

struct Work {
  int64_t begin = 0, end = 0;
  int64_t call = kUnknown;  // when its launch began
  StringId op;
  bool is_asked_for = true;  // else of another step: a gap in which it ran is none
};

// The op with most time; of equal ones the first by name.
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

LateLaunches Sum(const Profile& profile, std::vector<Work> all, Int128 longest) {
  std::stable_sort(all.begin(), all.end(),
                   [](const Work& a, const Work& b) { return a.begin < b.begin; });
  LateLaunches late;
  int64_t last_end = 0, passed_end = std::numeric_limits<int64_t>::min();
  absl::flat_hash_map<StringId, Int128> behind_long;
  for (const Work& work : all) {
    if (!work.is_asked_for) {
      passed_end = std::max(passed_end, work.end);
      continue;
    }
    if (late.work++ == 0) last_end = work.begin;
    const Int128 gap = static_cast<Int128>(work.begin) - last_end;
    const int64_t end = std::max(last_end, work.end);
    late.span += static_cast<Int128>(end) - last_end;
    if (gap > 0 && passed_end > last_end) {
      late.span -= gap;
    } else if (gap > 0) {
      late.idle += gap;
      if (work.call != kUnknown && work.call > last_end) {
        LateLaunches::Gaps& gaps = gap > longest ? late.long_gaps : late.short_gaps;
        ++gaps.count;
        gaps.time += gap;
        if (gap > longest) behind_long[work.op] += gap;
      }
    }
    last_end = end;
  }
  late.op = Most(profile, behind_long);
  return late;
}

}  // namespace

absl::StatusOr<std::vector<LateLaunches>> LateLaunchesOf(const Profile& profile, const Query& query,
                                                         Int128 longest, RunContext& context) {
  const LaunchedBy launched_by(profile);
  std::map<std::pair<SourceId, DeviceId>, std::vector<Work>> devices;
  const auto add = [&](TrackId id, uint32_t event, bool is_asked_for) {
    const TrackRow& track = profile.tracks[id];
    const Events& events = profile.events[id];
    const EventId call = launched_by(id, event);
    const int64_t begin = events.begin[event];
    devices[{track.source, track.device}].push_back(
        {begin, begin + events.duration[event],
         call.valid() ? profile.events[call.track].begin[call.row] : kUnknown,
         OpOfEvent(profile, events, event), is_asked_for});
  };
  PROFILER_RETURN_IF_ERROR(ForEachDeviceEvent(
      profile, query, [&](TrackId id, uint32_t event) { add(id, event, true); }, context,
      [&](TrackId id, uint32_t event) { add(id, event, false); }));
  std::vector<LateLaunches> all;
  for (auto& [place, work] : devices) {
    LateLaunches late = Sum(profile, std::move(work), longest);
    if (late.work == 0) continue;
    all.push_back(std::move(late));
    all.back().source = place.first;
    all.back().device = place.second;
  }
  return all;
}

}  // namespace profiler
