#include "profiler/analysis/collectives/waits/collective_calls.h"

#include <algorithm>

#include "profiler/analysis/collectives/communication.h"
#include "profiler/analysis/selection/event_scan.h"
#include "profiler/store/row_facts.h"

namespace profiler {
namespace {

// The events that are a collective and not within one.
std::vector<bool> OuterCollectives(const CommunicationTable& communication, const Events& events) {
  std::vector<bool> is_in(events.size()), is_outer(events.size());
  // Events come after their parents.
  for (uint32_t e = 0; e < events.size(); ++e) {
    const uint32_t parent = events.ParentOf(e);
    const bool is_within = parent < e && is_in[parent];
    const bool is_collective = communication.Of(events.op[e]) == Communication::kCollective;
    is_in[e] = is_within || is_collective;
    is_outer[e] = is_collective && !is_within;
  }
  return is_outer;
}

bool RequestsCollective(const Profile& profile, OpId op) {
  const StringId name = CommunicationName(profile, op);
  return name.valid() && HostRoleOf(profile.strings[name]) == HostRole::kCall;
}

}  // namespace

std::vector<RecordedCalls> RecordedCallsOf(const Profile& profile) {
  std::vector<RecordedCalls> of_sources(profile.sources.size());
  const CommunicationTable communication(profile);
  const auto any = [](const TrackRow& track) { return track.source.valid(); };
  for (const Track track : Tracks(profile, any)) {
    RecordedCalls& of = of_sources[track.row.source.row()];
    const Events& events = track.events;
    std::vector<bool> is_outer;
    if (HoldsThreadsWork(track.row)) is_outer = OuterCollectives(communication, events);
    for (uint32_t e = 0; e < events.size(); ++e) {
      const int64_t end = events.begin[e] + events.duration[e];
      of.end = of.end == kUnknown ? end : std::max(of.end, end);
      const bool is_call =
          !is_outer.empty() && is_outer[e] && RequestsCollective(profile, events.op[e]);
      of.collectives += is_call ? 1 : 0;
    }
  }
  return of_sources;
}

}  // namespace profiler
