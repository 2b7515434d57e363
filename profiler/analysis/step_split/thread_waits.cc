// Of a host's thread: when it waits, and what its Python is for.
#include <algorithm>
#include <string_view>
#include <vector>

#include "absl/container/flat_hash_map.h"
#include "profiler/analysis/input/call_name.h"
#include "profiler/analysis/step_split/step_event_types.h"

namespace profiler {
namespace {

using enum name_fact::Bit;

}  // namespace

// What ran last before the event in the same call, or on the thread; kNoParent if nothing did.
uint32_t StepEventTypes::Before(const Events& events, uint32_t event) {
  const uint32_t parent = events.ParentOf(event);
  if (event == 0 || event - 1 == parent) return Events::kNoParent;
  uint32_t before = event - 1;
  while (before != Events::kNoParent && events.ParentOf(before) != parent) {
    before = events.ParentOf(before);
  }
  return before;
}

Interval StepEventTypes::WaitTime(TrackId track, uint32_t event) {
  const Events& events = profile_.events[track];
  Interval time = {events.begin[event], events.begin[event] + events.duration[event]};
  if ((FactsOf(events, event) & kEndsWait) == 0) return time;
  const uint32_t parent = events.ParentOf(event), before = Before(events, event);
  const bool in_python = parent != Events::kNoParent && IsPython(FactsOf(events, parent));
  if (before == Events::kNoParent) {
    if (in_python) time.begin = events.begin[parent];
    return time;
  }
  // Where Python was not recorded, what it does after a call may be anything.
  const bool follows_call = (FactsOf(events, before) & (kEndsWait | kCallsProgram)) != 0;
  if (in_python || follows_call) {
    time.begin = std::min(time.begin, events.begin[before] + events.duration[before]);
  }
  return time;
}

HostWaits StepEventTypes::WaitsOf(TrackId track, const std::vector<NameFacts>& facts, NameFacts any,
                                  const std::vector<CodeRole>& roles) {
  HostWaits waits;
  const bool may_hold_collectives = has_collectives_ && !HasDevice(profile_.tracks[track].source);
  if ((any & (kWaitsForDevice | kSleeps)) == 0 && !blocking_.AnyByCopy(track) &&
      !may_hold_collectives) {
    return waits;
  }
  const Events& events = profile_.events[track];
  for (uint32_t e = 0; e < facts.size(); ++e) {
    const bool makes_input = !roles.empty() && roles[e] == CodeRole::kInput;
    const bool sleeps = IsSleep(facts[e]) && !makes_input;
    if (may_hold_collectives && IsCollectiveOnHost(events.op[e])) {
      waits.Add(events.begin[e], events.begin[e] + events.duration[e]);
      continue;
    }
    if (!sleeps && !IsHostWait({track, e}, facts[e])) continue;
    // A program's own threads wait for each other in an instruction: it runs.
    const uint32_t parent = events.ParentOf(e);
    if (parent != Events::kNoParent && IsProgram(events.op[parent])) continue;
    const Interval time = WaitTime(track, e);
    waits.Add(time.begin, time.end);
  }
  return waits;
}

std::vector<CodeRole> StepEventTypes::CodeRolesOf(TrackId track,
                                                  const std::vector<NameFacts>& facts,
                                                  NameFacts any) const {
  std::vector<CodeRole> roles;
  if (!has_named_code_ || (any & kTypeIsCode) == 0) return roles;
  const Events& events = profile_.events[track];
  std::vector<char> of_results, reads;
  // Few names stand for many calls, and reading one takes long.
  absl::flat_hash_map<StringId, CodeRole> known;
  const auto role_of = [&](StringId name) {
    const auto [at, is_new] = known.try_emplace(name, CodeRole::kUnknown);
    if (is_new) at->second = CodeRoleOf(profile_.strings[name]);
    return at->second;
  };
  for (uint32_t e = 0; e < facts.size(); ++e) {
    const bool is_code = (facts[e] & kTypeIsCode) != 0 && (facts[e] & kMayMark) == 0;
    const bool is_named = is_code && NameOf(events, e).valid();
    if (roles.empty()) {
      if (!is_named) continue;
      roles.resize(events.size(), CodeRole::kUnknown);
      of_results = results_code_.Of(events);
      reads = result_reads_.Of(events);
    }
    const uint32_t parent = events.ParentOf(e);
    if (parent != Events::kNoParent) roles[e] = roles[parent];
    if (!is_named) continue;
    const StringId name = NameOf(events, e);
    if (roles[e] == CodeRole::kUnknown) {
      roles[e] = role_of(name);
      if (roles[e] == CodeRole::kInput && IsNextOfLibrary(profile_, events, e)) {
        roles[e] = CodeRole::kUnknown;
      }
      const bool is_of_results = !of_results.empty() && of_results[e] != 0;
      if (roles[e] == CodeRole::kUnknown && is_of_results) roles[e] = CodeRole::kReports;
      // What is in no step may hold some, with all that they do.
      const bool is_read = !reads.empty() && reads[e] != 0 && events.step[e].valid();
      if (roles[e] != CodeRole::kModel && is_read) roles[e] = CodeRole::kReports;
    } else if (roles[e] == CodeRole::kInput && IsModule(profile_.strings[name])) {
      roles[e] = CodeRole::kModel;  // a loop in `train_data.py` runs the model, too
    }
  }
  return roles;
}

}  // namespace profiler
