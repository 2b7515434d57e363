#include "profiler/analysis/instructions/handed_work.h"

#include <algorithm>
#include <utility>

#include "profiler/analysis/selection/event_scan.h"
#include "profiler/store/event_name.h"
#include "profiler/store/row_facts.h"

namespace profiler {
namespace {

// Around the ops that a thread starts, and around the time until the last of a program is done.
constexpr std::string_view kExecutes = "ThunkExecutor::Execute";
constexpr std::string_view kAwaitsProgram = "ThunkExecutor::Execute (wait for completion)";

struct ProgramTimes {
  std::vector<Interval> awaits, executes;
  std::vector<std::pair<int64_t, OpId>> ops;  // when each begins
};

void AddHandedTrack(const Profile& profile, const Track& track, StringId executes, StringId awaits,
                    ProgramTimes& of) {
  const Events& events = track.events;
  for (uint32_t e = 0; e < events.size(); ++e) {
    const Interval time{events.begin[e], events.begin[e] + events.duration[e]};
    const OpId op = events.op[e];
    if (op.valid() && profile.ops.row[op].kind == OpKind::kHloInstruction) {
      of.ops.emplace_back(time.begin, op);
      AddToLast(time, of.executes);
      continue;
    }
    const StringId name = EventName(profile, events, e);
    if (!name.valid()) continue;
    if (name == awaits) AddToLast(time, of.awaits);
    if (name == executes) AddToLast(time, of.executes);
  }
}

}  // namespace

std::vector<HandedWork> HandedWorkOf(const Profile& profile,
                                     const std::vector<std::vector<Interval>>& within) {
  std::vector<HandedWork> work;
  const StringId awaits = profile.strings.Find(kAwaitsProgram);
  if (!awaits.valid()) return work;
  std::vector<ProgramTimes> sources(profile.sources.size());
  for (const Track track : Tracks(profile, HoldsThreadsWork)) {
    AddHandedTrack(profile, track, profile.strings.Find(kExecutes), awaits,
                   sources[track.row.source.row()]);
  }
  for (uint32_t i = 0; i < sources.size(); ++i) {
    ProgramTimes& of = sources[i];
    std::sort(of.ops.begin(), of.ops.end());
    const std::vector<Interval> open =
        Without(Common(within[i], United(std::move(of.awaits))), United(std::move(of.executes)));
    for (const Interval& time : open) {
      const auto after = std::upper_bound(
          of.ops.begin(), of.ops.end(), time.begin,
          [](int64_t at, const std::pair<int64_t, OpId>& op) { return at < op.first; });
      if (after != of.ops.begin()) work.push_back({SourceId(i), (after - 1)->second, time});
    }
  }
  return work;
}

}  // namespace profiler
