#include "profiler/analysis/accelerators/work/idle_in_waits.h"

#include <algorithm>
#include <cstdint>
#include <map>
#include <utility>
#include <vector>

#include "profiler/analysis/accelerators/blocking_calls.h"
#include "profiler/analysis/memory/memory_kinds.h"
#include "profiler/analysis/selection/event_scan.h"
#include "profiler/analysis/time/intervals.h"
#include "profiler/base/status.h"

namespace profiler {
namespace {

// What was recorded in a file.
struct WaitsAndWork {
  std::vector<Interval> waits, work;
  std::vector<int64_t> copies;  // when copies to the host begin
};

void AddGaps(WaitsAndWork of, IdleInWaits& idle) {
  std::sort(of.copies.begin(), of.copies.end());
  const std::vector<Interval> waits = United(std::move(of.waits));
  auto wait = waits.begin();
  for (const Interval& gap : Without(waits, United(std::move(of.work)))) {
    while (wait->end < gap.end) ++wait;
    const Int128 length = static_cast<Int128>(gap.end) - gap.begin;
    const bool is_before_copy = std::binary_search(of.copies.begin(), of.copies.end(), gap.end);
    idle.all += length;
    if (wait->end == gap.end || is_before_copy) idle.at_end += length;
  }
}

}  // namespace

absl::StatusOr<IdleInWaits> FindIdleInWaits(const Selected& selected, const RunContext& context) {
  const Profile& profile = selected.profile();
  const BlockingCalls blocking(profile);
  std::map<SourceId, WaitsAndWork> of_source;
  const auto time_of = [](const Track& track, uint32_t e) {
    return Interval{track.events.begin[e], track.events.begin[e] + track.events.duration[e]};
  };
  const auto add_wait = [&](const Track& track, uint32_t e) {
    if (!track.events.step[e].valid() || !blocking.Has({track.id, e})) return;
    AddToLast(time_of(track, e), of_source[track.row.source].waits);
  };
  PROFILER_RETURN_IF_ERROR(ForEachEvent(selected, HoldsThreadsWork, context, add_wait));
  const auto add_work = [&](const Track& track, uint32_t e) {
    WaitsAndWork& of = of_source[track.row.source];
    AddToLast(time_of(track, e), of.work);
    if (IsHostMemory(CopiedMemoryOf(profile, track.events, e).to)) {
      of.copies.push_back(track.events.begin[e]);
    }
  };
  for (const Track track : Tracks(profile, HoldsDeviceWork)) {
    for (uint32_t e = 0; e < track.events.size(); ++e) {
      if (e % kCheckEvery == 0) PROFILER_RETURN_IF_ERROR(context.Check());
      add_work(track, e);
    }
  }
  IdleInWaits idle;
  for (auto& [source, of] : of_source) AddGaps(std::move(of), idle);
  return idle;
}

}  // namespace profiler
