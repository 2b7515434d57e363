#include "profiler/analysis/phases/jit_calls.h"

#include <algorithm>
#include <map>
#include <set>
#include <string_view>

#include "profiler/analysis/ops/user_frame.h"
#include "profiler/analysis/selection/event_scan.h"
#include "profiler/store/event_name.h"
#include "profiler/store/python_name.h"

namespace profiler {
namespace {

// By op. Events of JAX's runtime have no labels.
std::vector<char> CallOps(const Profile& profile) {
  std::vector<char> calls;
  calls.reserve(profile.op_count());
  for (const OpRow& op : profile.ops.row.values()) {
    calls.push_back(IsJitCall(profile.strings[op.name]) ? 1 : 0);
  }
  return calls;
}

int64_t MedianDuration(std::vector<int64_t> values) {
  const auto middle = values.begin() + static_cast<ptrdiff_t>(values.size() / 2);
  std::nth_element(values.begin(), middle, values.end());
  return *middle;
}

// The time of calls, of which those that take many times the median compile, and count as it.
Int128 TimeOfCalls(const std::vector<int64_t>& durations) {
  constexpr int64_t kCompiles = 10;
  const int64_t median = MedianDuration(durations);
  Int128 time = 0;
  for (const int64_t duration : durations) {
    time += duration >= kCompiles * Int128{median} ? median : duration;
  }
  return time;
}

// Calls take(track, event) for each call in a timed step that is in no other call.
template <typename Take>
void ForEachCall(const Selected& selected, const Take& take) {
  const Profile& profile = selected.profile();
  const std::vector<char> is_call = CallOps(profile);
  for (const Track track : Tracks(profile, HoldsThreadsWork)) {
    const Events& events = track.events;
    int64_t until = 0;  // the end of the last call
    for (uint32_t e = 0; e < events.size(); ++e) {
      const OpId op = events.op[e];
      const StepId step = events.step[e];
      if (!op.valid() || is_call[op.row()] == 0 || !step.valid()) continue;
      if (events.begin[e] < until || !selected.steps().Has(step)) continue;
      if (!IsTimedStep(profile.steps[step])) continue;
      if (!selected.source_filter().Has(step, track.row.device)) continue;
      until = events.begin[e] + events.duration[e];
      take(track, e);
    }
  }
}

// The functions that are called less than twice a step, and of which most calls take many times the
// median of all calls.
std::set<StringId> LongCalls(const std::map<StringId, std::vector<int64_t>>& by_name,
                             size_t steps) {
  constexpr int64_t kMany = 10;
  std::vector<int64_t> all;
  for (const auto& [name, durations] : by_name) {
    all.insert(all.end(), durations.begin(), durations.end());
  }
  std::set<StringId> found;
  if (all.empty()) return found;
  const int64_t usual = MedianDuration(std::move(all));
  for (const auto& [name, durations] : by_name) {
    if (durations.size() >= 2 * steps) continue;
    if (MedianDuration(durations) > kMany * Int128{usual}) found.insert(name);
  }
  return found;
}

// What a run of a function, or all of them, held.
struct Held {
  int64_t runs = 0, small = 0, long_ones = 0;
  Int128 time = 0;
};

// By name, the functions of the user's that were around calls.
std::map<StringId, Held> FunctionsAroundCalls(const Selected& selected,
                                              const std::set<StringId>& are_long) {
  const Profile& profile = selected.profile();
  std::vector<char> is_users(profile.op_count());
  for (uint32_t i = 0; i < is_users.size(); ++i) {
    is_users[i] = IsUsersFunction(profile, profile.ops.row[OpId(i)]) ? 1 : 0;
  }
  std::map<std::pair<TrackId, uint32_t>, Held> by_run;
  ForEachCall(selected, [&](const Track& track, uint32_t event) {
    const Events& events = track.events;
    const bool is_long = are_long.contains(EventName(profile, events, event));
    for (uint32_t e = events.ParentOf(event); e != Events::kNoParent; e = events.ParentOf(e)) {
      if (!events.op[e].valid() || is_users[events.op[e].row()] == 0) continue;
      Held& held = by_run[{track.id, e}];
      ++(is_long ? held.long_ones : held.small);
    }
  });
  std::map<StringId, Held> by_name;
  for (const auto& [run, held] : by_run) {
    const Events& events = profile.events[run.first];
    Held& all = by_name[EventName(profile, events, run.second)];
    ++all.runs;
    all.small += held.small;
    all.long_ones += held.long_ones;
    all.time += events.duration[run.second];
  }
  return by_name;
}

JitCaller CallerOfCalls(const Selected& selected, const std::set<StringId>& are_long,
                        size_t steps) {
  constexpr int64_t kMany = 5;  // calls of a run
  const Profile& profile = selected.profile();
  int64_t small = 0;
  ForEachCall(selected, [&](const Track& track, uint32_t event) {
    small += are_long.contains(EventName(profile, track.events, event)) ? 0 : 1;
  });
  std::vector<JitCaller> callers;
  for (const auto& [name, held] : FunctionsAroundCalls(selected, are_long)) {
    const bool makes_nearly_all = 10 * held.small >= 9 * small && held.long_ones == 0;
    const bool is_of_steps = 2 * static_cast<size_t>(held.runs) >= steps;
    if (!makes_nearly_all || !is_of_steps || held.small < kMany * held.runs) continue;
    callers.push_back({name, held.time});
  }
  const auto takes_less = [](const JitCaller& a, const JitCaller& b) { return a.time < b.time; };
  const auto innermost = std::min_element(callers.begin(), callers.end(), takes_less);
  JitCaller caller;
  // What only calls another one for the whole time says more: the user's update() of a library's
  // map(), whose recorded name does not tell that it is none of the user's.
  for (const JitCaller& one : callers) {
    if (10 * innermost->time >= 9 * one.time && one.time > caller.time) caller = one;
  }
  return caller;
}

}  // namespace

bool IsTimedStep(const StepRow& step) {
  return !step.partial && step.found_by != StepFoundBy::kWhole && step.begin != kUnknown &&
         step.end != kUnknown;
}

JitUse JitUseInSteps(const Selected& selected) {
  const Profile& profile = selected.profile();
  std::map<StringId, std::vector<int64_t>> by_name;  // the durations of calls
  std::set<StepId> steps;
  ForEachCall(selected, [&](const Track& track, uint32_t event) {
    by_name[EventName(profile, track.events, event)].push_back(track.events.duration[event]);
    steps.insert(track.events.step[event]);
  });
  JitUse use;
  use.steps = steps.size();
  for (const StepId step : steps) {
    use.time += Int128{profile.steps[step].end} - profile.steps[step].begin;
  }
  const std::set<StringId> are_long = LongCalls(by_name, use.steps);
  use.functions.reserve(by_name.size());
  for (const auto& [name, durations] : by_name) {
    if (are_long.contains(name)) continue;
    const auto calls = static_cast<int64_t>(durations.size());
    use.functions.push_back({name, calls, TimeOfCalls(durations)});
  }
  std::stable_sort(use.functions.begin(), use.functions.end(),
                   [](const JitCalls& a, const JitCalls& b) { return a.time > b.time; });
  use.caller = CallerOfCalls(selected, are_long, use.steps);
  return use;
}

}  // namespace profiler
