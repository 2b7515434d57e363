#include "profiler/analysis/collectives/exposed_collectives.h"

#include <algorithm>
#include <map>
#include <utility>

#include "profiler/analysis/collectives/traffic.h"
#include "profiler/analysis/selection/device_walk.h"
#include "profiler/analysis/time/intervals.h"
#include "profiler/base/status.h"

namespace profiler {
namespace {

struct WorkOfDevice {
  std::vector<Interval> other;  // than collectives
  std::map<StringId, std::vector<Interval>> collectives;
};

}  // namespace

absl::StatusOr<std::vector<ExposedCollective>> ExposedCollectives(const Profile& profile,
                                                                  const Query& query,
                                                                  RunContext& context) {
  TrafficTable traffic(profile);
  std::map<std::pair<SourceId, DeviceId>, WorkOfDevice> devices;
  const auto add = [&](TrackId id, uint32_t event) {
    const TrackRow& track = profile.tracks[id];
    const Events& events = profile.events[id];
    WorkOfDevice& work = devices[{track.source, track.device}];
    const Interval time = {events.begin[event], events.begin[event] + events.duration[event]};
    if (traffic.OfEvent(track, events, event) != Traffic::kCollective) {
      AddToLast(time, work.other);
      return;
    }
    const StringId op = OpOfEvent(profile, events, event);
    work.collectives[op.valid() ? op : NameOfEvent(profile, events, event)].push_back(time);
  };
  PROFILER_RETURN_IF_ERROR(ForEachDeviceEvent(profile, query, add, context));
  std::map<StringId, Int128> exposed;
  for (auto& [place, work] : devices) {
    const std::vector<Interval> other = United(std::move(work.other));
    for (auto& [name, times] : work.collectives) {
      exposed[name] += TotalLength(Without(United(std::move(times)), other));
    }
  }
  std::vector<ExposedCollective> all;
  all.reserve(exposed.size());
  for (const auto& [name, time] : exposed) all.push_back({name, time});
  std::sort(all.begin(), all.end(), [&](const ExposedCollective& a, const ExposedCollective& b) {
    if (a.exposed != b.exposed) return a.exposed > b.exposed;
    return profile.strings[a.name] < profile.strings[b.name];
  });
  return all;
}

}  // namespace profiler
