#include "profiler/analysis/phases/host_ops/work_times.h"

#include <cstdint>
#include <utility>

#include "profiler/analysis/input/device_waits.h"
#include "profiler/analysis/selection/event_scan.h"
#include "profiler/analysis/time/intervals.h"
#include "profiler/store/profile.h"

namespace profiler {

std::vector<IntervalIndex> WorkIndexes(const Selected& selected) {
  const Profile& profile = selected.profile();
  DeviceWaits waits(profile);
  std::vector<std::vector<Interval>> times(profile.sources.size());
  for (const Track track : Tracks(selected, HoldsDeviceWork)) {
    if (!track.row.source.valid()) continue;
    std::vector<Interval>& of_source = times[track.row.source.row()];
    const Events& events = track.events;
    for (uint32_t e = 0; e < events.size(); ++e) {
      if (!IsSlice(events, e) || waits.Is(track.row, events, e)) continue;
      AddToLast({events.begin[e], events.begin[e] + events.duration[e]}, of_source);
    }
  }
  std::vector<IntervalIndex> work;
  work.reserve(times.size());
  for (std::vector<Interval>& of_source : times) work.emplace_back(United(std::move(of_source)));
  return work;
}

}  // namespace profiler
