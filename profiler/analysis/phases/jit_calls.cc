#include "profiler/analysis/phases/jit_calls.h"

#include <algorithm>
#include <map>
#include <set>
#include <string_view>

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

// The time of calls, of which those that take many times the median compile, and count as it.
Int128 TimeOfCalls(std::vector<int64_t> durations) {
  constexpr int64_t kCompiles = 10;
  const auto middle = durations.begin() + static_cast<ptrdiff_t>(durations.size() / 2);
  std::nth_element(durations.begin(), middle, durations.end());
  const int64_t median = *middle;
  Int128 time = 0;
  for (const int64_t duration : durations) {
    time += duration >= kCompiles * Int128{median} ? median : duration;
  }
  return time;
}

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
      by_name[EventName(profile, events, e)].push_back(events.duration[e]);
      steps.insert(step);
    }
  }
  JitUse use;
  use.steps = steps.size();
  for (const StepId step : steps) {
    use.time += Int128{profile.steps[step].end} - profile.steps[step].begin;
  }
  use.functions.reserve(by_name.size());
  for (auto& [name, durations] : by_name) {
    const auto calls = static_cast<int64_t>(durations.size());
    use.functions.push_back({name, calls, TimeOfCalls(std::move(durations))});
  }
  std::stable_sort(use.functions.begin(), use.functions.end(),
                   [](const JitCalls& a, const JitCalls& b) { return a.time > b.time; });
  return use;
}

}  // namespace profiler
