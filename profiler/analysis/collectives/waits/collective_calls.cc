#include "profiler/analysis/collectives/waits/collective_calls.h"

#include <algorithm>

#include "profiler/analysis/collectives/communication.h"
#include "profiler/analysis/selection/event_scan.h"
#include "profiler/store/row_facts.h"

namespace profiler {
namespace {

// Whether the event requests a collective, and nothing around it does.
bool IsOuterCall(const Profile& profile, const CommunicationTable& communication,
                 const Events& events, uint32_t event) {
  const auto is_collective = [&](uint32_t e) {
    return communication.Of(events.op[e]) == Communication::kCollective;
  };
  if (!is_collective(event)) return false;
  for (uint32_t e = events.ParentOf(event); e != Events::kNoParent; e = events.ParentOf(e)) {
    if (is_collective(e)) return false;
  }
  const StringId name = CommunicationName(profile, events.op[event]);
  return name.valid() && HostRoleOf(profile.strings[name]) == HostRole::kCall;
}

}  // namespace

std::vector<RecordedCalls> RecordedCallsOf(const Profile& profile) {
  std::vector<RecordedCalls> of_sources(profile.sources.size());
  const CommunicationTable communication(profile);
  const auto any = [](const TrackRow& track) { return track.source.valid(); };
  for (const Track track : Tracks(profile, any)) {
    RecordedCalls& of = of_sources[track.row.source.row()];
    const bool is_of_host = HoldsThreadsWork(track.row);
    const Events& events = track.events;
    for (uint32_t e = 0; e < events.size(); ++e) {
      const int64_t end = events.begin[e] + events.duration[e];
      of.end = of.end == kUnknown ? end : std::max(of.end, end);
      of.collectives += is_of_host && IsOuterCall(profile, communication, events, e) ? 1 : 0;
    }
  }
  return of_sources;
}

}  // namespace profiler
