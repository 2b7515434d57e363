#include "profiler/analysis/phases/jit_calls.h"

#include <algorithm>
#include <map>
#include <set>
#include <string_view>

#include "profiler/analysis/accelerators/host_waits.h"
#include "profiler/analysis/ops/user_frame.h"
#include "profiler/analysis/selection/event_scan.h"
#include "profiler/analysis/time/time_within.h"
#include "profiler/base/status.h"
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

bool IsOfTimedStep(const Selected& selected, const Track& track, uint32_t event) {
  const StepId step = track.events.step[event];
  return step.valid() && selected.steps().Has(step) &&
         IsTimedStep(selected.profile().steps[step]) &&
         selected.source_filter().Has(step, track.row.device);
}

// Calls take(event) for each call of the track in a timed step that is in no other call.
template <typename Take>
void ForEachCall(const Selected& selected, const Track& track, const std::vector<char>& is_call,
                 const Take& take) {
  const Events& events = track.events;
  int64_t until = 0;  // the end of the last call
  for (uint32_t e = 0; e < events.size(); ++e) {
    const OpId op = events.op[e];
    if (!op.valid() || is_call[op.row()] == 0 || events.begin[e] < until) continue;
    if (!IsOfTimedStep(selected, track, e)) continue;
    until = events.begin[e] + events.duration[e];
    take(e);
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

// What the runs of a function held.
struct Held {
  int64_t runs = 0, small = 0, long_ones = 0;
  Int128 time = 0;
};

// By event, how many calls are in it, small ones and long ones, and the time in it that the calls
// are no reason for.
struct CallsIn {
  std::vector<uint32_t> small, long_ones;
  std::vector<Int128> other;
};

// The mean time from call to call, if these were all that steps do.
Value TimeBetweenCalls(const JitUse& use) {
  int64_t calls = 0;
  for (const JitCalls& one : use.functions) calls += one.calls;
  return calls == 0 ? 0 : static_cast<Value>(use.time / calls);
}

CallsIn CallsInEvents(const Selected& selected, const Track& track,
                      const std::vector<char>& is_call, const std::set<StringId>& are_long) {
  CallsIn calls;
  const Events& events = track.events;
  ForEachCall(selected, track, is_call, [&](uint32_t event) {
    calls.small.resize(events.size());
    calls.long_ones.resize(events.size());
    const bool is_long = are_long.contains(EventName(selected.profile(), events, event));
    ++(is_long ? calls.long_ones : calls.small)[event];
  });
  for (size_t e = calls.small.size(); e-- > 0;) {  // parents come before what is in them
    const uint32_t parent = events.ParentOf(static_cast<uint32_t>(e));
    if (parent >= e) continue;
    calls.small[parent] += calls.small[e];
    calls.long_ones[parent] += calls.long_ones[e];
  }
  return calls;
}

bool MakesNoCall(const CallsIn& calls, uint32_t event) {
  return calls.small[event] == 0 && calls.long_ones[event] == 0;
}

// The names of what makes no call and in the mean takes as long as many calls with the Python
// between them. A single one may only have been held up.
std::set<StringId> LongWork(const Profile& profile, const Events& events, const CallsIn& calls,
                            Value of_call) {
  constexpr int64_t kMany = 4;
  struct Runs {
    Int128 time = 0;
    int64_t count = 0;
  };
  std::map<StringId, Runs> by_name;
  for (uint32_t e = 0; e < calls.small.size(); ++e) {
    if (!MakesNoCall(calls, e)) continue;
    Runs& runs = by_name[EventName(profile, events, e)];
    runs.time += events.duration[e];
    ++runs.count;
  }
  std::set<StringId> names;
  for (const auto& [name, runs] : by_name) {
    if (runs.time > kMany * Int128{of_call} * runs.count) names.insert(name);
  }
  return names;
}

// Waits, and long work that makes no call.
std::vector<Int128> OtherTimes(const Profile& profile, const Events& events, const CallsIn& calls,
                               const std::vector<char>& waits, Value of_call) {
  if (calls.small.empty()) return {};
  const std::set<StringId> is_long = LongWork(profile, events, calls, of_call);
  return TimeWithin(events, [&](uint32_t e) {
    const OpId op = events.op[e];
    return (op.valid() && waits[op.row()] != 0) ||
           (MakesNoCall(calls, e) && is_long.contains(EventName(profile, events, e)));
  });
}

// The functions of the user's that were around calls.
class FunctionsAroundCalls {
 public:
  explicit FunctionsAroundCalls(const Selected& selected)
      : selected_(selected), profile_(selected.profile()), is_users_(profile_.op_count()) {
    for (uint32_t i = 0; i < is_users_.size(); ++i) {
      is_users_[i] = IsUsersFunction(profile_, profile_.ops.row[OpId(i)]) ? 1 : 0;
    }
  }

  // Of a function that calls itself the outermost run counts.
  absl::Status Add(const Track& track, const CallsIn& calls, const RunContext& context) {
    const Events& events = track.events;
    struct Open {
      uint32_t event;
      StringId name;  // invalid if it does not count
    };
    std::vector<Open> open;
    std::set<StringId> open_names;
    for (uint32_t e = 0; e < calls.small.size(); ++e) {
      if (e % kCheckEvery == 0) PROFILER_RETURN_IF_ERROR(context.Check());
      if (calls.small[e] == 0 && calls.long_ones[e] == 0) continue;
      for (; !open.empty() && open.back().event != events.ParentOf(e); open.pop_back()) {
        open_names.erase(open.back().name);
      }
      StringId name;
      if (IsRunInStep(track, e)) name = EventName(profile_, events, e);
      if (!name.valid() || !open_names.insert(name).second) name = StringId();
      open.push_back({e, name});
      if (!name.valid()) continue;
      Held& held = by_name_[name];
      ++held.runs;
      held.small += calls.small[e];
      held.long_ones += calls.long_ones[e];
      held.time += events.duration[e] - calls.other[e];
    }
    return absl::OkStatus();
  }

  const std::map<StringId, Held>& by_name() const { return by_name_; }

 private:
  // What is around steps, such as main(), makes all calls of any program.
  bool IsRunInStep(const Track& track, uint32_t event) const {
    const Events& events = track.events;
    const OpId op = events.op[event];
    if (!op.valid() || is_users_[op.row()] == 0) return false;
    if (!IsOfTimedStep(selected_, track, event)) return false;
    const StepRow& step = profile_.steps[events.step[event]];
    return events.begin[event] >= step.begin &&
           Int128{events.begin[event]} + events.duration[event] <= step.end;
  }

  const Selected& selected_;
  const Profile& profile_;
  std::vector<char> is_users_;  // by op
  std::map<StringId, Held> by_name_;
};

}  // namespace

bool IsTimedStep(const StepRow& step) {
  return !step.partial && step.found_by != StepFoundBy::kWhole && step.begin != kUnknown &&
         step.end != kUnknown;
}

JitUse JitUseInSteps(const Selected& selected) {
  const Profile& profile = selected.profile();
  const std::vector<char> is_call = CallOps(profile);
  std::map<StringId, std::vector<int64_t>> by_name;  // the durations of calls
  std::set<StepId> steps;
  for (const Track track : Tracks(profile, HoldsThreadsWork)) {
    ForEachCall(selected, track, is_call, [&](uint32_t event) {
      by_name[EventName(profile, track.events, event)].push_back(track.events.duration[event]);
      steps.insert(track.events.step[event]);
    });
  }
  JitUse use;
  use.steps = steps.size();
  for (const StepId step : steps) {
    use.time += Int128{profile.steps[step].end} - profile.steps[step].begin;
  }
  use.are_long = LongCalls(by_name, use.steps);
  use.functions.reserve(by_name.size());
  for (const auto& [name, durations] : by_name) {
    if (use.are_long.contains(name)) continue;
    const auto calls = static_cast<int64_t>(durations.size());
    use.functions.push_back({name, calls, TimeOfCalls(durations)});
  }
  std::stable_sort(use.functions.begin(), use.functions.end(),
                   [](const JitCalls& a, const JitCalls& b) { return a.time > b.time; });
  return use;
}

absl::StatusOr<JitCaller> CallerOfCalls(const Selected& selected, const JitUse& use,
                                        const RunContext& context) {
  constexpr int64_t kMany = 5;  // calls of a run
  const std::vector<char> is_call = CallOps(selected.profile());
  const std::vector<char> waits = WaitingOps(selected.profile());
  const Value of_call = TimeBetweenCalls(use);
  FunctionsAroundCalls functions(selected);
  for (const Track track : Tracks(selected.profile(), HoldsThreadsWork)) {
    CallsIn calls = CallsInEvents(selected, track, is_call, use.are_long);
    calls.other = OtherTimes(selected.profile(), track.events, calls, waits, of_call);
    PROFILER_RETURN_IF_ERROR(functions.Add(track, calls, context));
  }
  int64_t small = 0;
  for (const JitCalls& one : use.functions) small += one.calls;
  std::vector<JitCaller> callers;
  StringId around_most;
  Int128 of_most = 0;
  for (const auto& [name, held] : functions.by_name()) {
    const bool makes_most = 2 * held.small > small && held.long_ones == 0;
    if (makes_most && (!around_most.valid() || held.time < of_most)) {
      around_most = name;
      of_most = held.time;
    }
    const bool makes_nearly_all = 10 * held.small >= 9 * small && held.long_ones == 0;
    const bool is_of_steps = 2 * static_cast<size_t>(held.runs) >= use.steps;
    if (!makes_nearly_all || !is_of_steps || held.small < kMany * held.runs) continue;
    callers.push_back({name, held.time, {}});
  }
  const auto takes_less = [](const JitCaller& a, const JitCaller& b) { return a.time < b.time; };
  const auto innermost = std::min_element(callers.begin(), callers.end(), takes_less);
  JitCaller caller;
  // What only calls another one for the whole time says more: the user's update() of a library's
  // map(), whose recorded name does not tell that it is none of the user's.
  for (const JitCaller& one : callers) {
    if (10 * innermost->time >= 9 * one.time && one.time > caller.time) caller = one;
  }
  caller.around_most = around_most;
  return caller;
}

}  // namespace profiler
