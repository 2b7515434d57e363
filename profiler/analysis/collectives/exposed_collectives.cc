#include "profiler/analysis/collectives/exposed_collectives.h"

#include <algorithm>
#include <map>
#include <utility>

#include "profiler/analysis/collectives/communication.h"
#include "profiler/analysis/selection/event_scan.h"
#include "profiler/analysis/selection/framework_name.h"
#include "profiler/analysis/selection/runs.h"
#include "profiler/analysis/time/intervals.h"
#include "profiler/base/status.h"
#include "profiler/store/event_name.h"

namespace profiler {
namespace {

struct CollectivesOfDevice {
  std::vector<Interval> other;  // work other than collectives
  std::map<StringId, std::vector<Interval>> collectives;
};

}  // namespace

absl::StatusOr<std::vector<ExposedCollective>> ExposedCollectives(const Selected& selected,
                                                                  RunContext& context) {
  const Profile& profile = selected.profile();
  CommunicationTable communication(profile);
  std::map<std::pair<SourceId, DeviceId>, CollectivesOfDevice> devices;
  const auto add = [&](const Track& track, uint32_t event) {
    const Events& events = track.events;
    CollectivesOfDevice& work = devices[{track.row.source, track.row.device}];
    const Interval time = {events.begin[event], events.begin[event] + events.duration[event]};
    if (communication.OfEvent(track.row, events, event) != Communication::kCollective) {
      AddToLast(time, work.other);
      return;
    }
    const StringId op = OpOfEvent(profile, events, event);
    work.collectives[op.valid() ? op : EventName(profile, events, event)].push_back(time);
  };
  PROFILER_RETURN_IF_ERROR(ForEachDeviceEvent(selected, context, add));
  const Runs runs = RunsOf(profile);
  std::map<std::pair<uint32_t, StringId>, Int128> exposed;
  for (auto& [place, work] : devices) {
    const std::vector<Interval> other = United(std::move(work.other));
    for (auto& [name, times] : work.collectives) {
      exposed[{runs.of_source[place.first.row()], name}] +=
          TotalLength(Without(United(std::move(times)), other));
    }
  }
  std::vector<ExposedCollective> all;
  all.reserve(exposed.size());
  for (const auto& [key, time] : exposed) all.push_back({key.second, key.first, time});
  std::sort(all.begin(), all.end(), [&](const ExposedCollective& a, const ExposedCollective& b) {
    if (a.exposed != b.exposed) return a.exposed > b.exposed;
    return profile.strings[a.name] < profile.strings[b.name];
  });
  return all;
}

}  // namespace profiler
