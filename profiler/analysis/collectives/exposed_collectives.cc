#include "profiler/analysis/collectives/exposed_collectives.h"

#include <algorithm>
#include <map>
#include <utility>

#include "profiler/analysis/accelerators/device_work.h"
#include "profiler/analysis/collectives/communication.h"
#include "profiler/analysis/collectives/compared_collectives.h"
#include "profiler/analysis/collectives/workers.h"
#include "profiler/analysis/selection/event_scan.h"
#include "profiler/analysis/time/intervals.h"
#include "profiler/analysis/time/own_parts.h"
#include "profiler/base/status.h"
#include "profiler/store/row_facts.h"

namespace profiler {
namespace {

using KindAndGroup = std::pair<CollectiveKind, std::string_view>;

struct CollectivesOfDevice {
  std::vector<Interval> computing;
  std::map<KindAndGroup, std::vector<Interval>> collectives;
};

}  // namespace

absl::StatusOr<std::vector<ExposedCollective>> ExposedCollectives(const Selected& selected,
                                                                  RunContext& context) {
  const Profile& profile = selected.profile();
  CommunicationTable communication(profile);
  DeviceWorkKinds kinds(profile);
  std::map<std::pair<SourceId, DeviceId>, CollectivesOfDevice> devices;
  const auto add = [&](const Track& track, uint32_t event) {
    const Events& events = track.events;
    if (communication.OfEvent(track.row, events, event) != Communication::kNone) return;
    if (kinds.Of(track.row, events, event) == DeviceWork::kCopy) return;
    std::vector<Interval>& computing = devices[{track.row.source, track.row.device}].computing;
    ForEachOwnPart(events, event, [&](const Interval& part) { AddToLast(part, computing); });
  };
  PROFILER_RETURN_IF_ERROR(ForEachDeviceEvent(selected, context, add));
  PROFILER_ASSIGN_OR_RETURN(const auto collectives, SharedCollectives(selected, context));
  for (const CollectiveEvent& one : collectives->events) {
    const TrackRow& track = profile.tracks[one.event.track];
    if (!HoldsDeviceWork(track) || !selected.source_filter().Has(track)) continue;
    devices[{one.source, one.device}].collectives[{one.kind, one.group}].push_back(
        {one.begin, one.end()});
  }
  const Workers workers(profile);
  std::map<std::pair<uint32_t, KindAndGroup>, Int128> exposed;
  std::map<uint32_t, Int128> of_worker;
  for (auto& [place, work] : devices) {
    if (work.collectives.empty()) continue;
    const uint32_t worker = workers.Of(place.first, place.second);
    const std::vector<Interval> computing = United(std::move(work.computing));
    std::vector<Interval> together;
    for (auto& [name, times] : work.collectives) {
      const std::vector<Interval> alone = Without(United(std::move(times)), computing);
      exposed[{worker, name}] += TotalLength(alone);
      together.insert(together.end(), alone.begin(), alone.end());
    }
    of_worker[worker] += TotalLength(std::move(together));
  }
  std::vector<ExposedCollective> all;
  all.reserve(exposed.size());
  for (const auto& [key, time] : exposed) {
    all.push_back({key.second.first, key.second.second, key.first, time, of_worker[key.first]});
  }
  std::stable_sort(all.begin(), all.end(),
                   [](const auto& a, const auto& b) { return a.exposed > b.exposed; });
  return all;
}

}  // namespace profiler
