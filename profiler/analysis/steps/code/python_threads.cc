#include "profiler/analysis/steps/code/python_threads.h"

#include <algorithm>
#include <set>

#include "profiler/analysis/accelerators/host_waits.h"
#include "profiler/analysis/ops/framework_op.h"
#include "profiler/analysis/phases/user_marks.h"
#include "profiler/analysis/selection/event_scan.h"
#include "profiler/analysis/time/intervals.h"
#include "profiler/store/event_name.h"
#include "profiler/store/python_name.h"
#include "profiler/store/row_facts.h"

namespace profiler {
namespace {

Interval StepsOf(const Profile& profile, SourceId source) {
  Interval steps = {INT64_MAX, INT64_MIN};
  for (const StepRow& step : profile.steps.values()) {
    if (!(step.source == source) || step.begin == kUnknown || step.end == kUnknown) continue;
    steps.begin = std::min(steps.begin, step.begin);
    steps.end = std::max(steps.end, step.end);
  }
  return steps;
}

}  // namespace

bool TakesSteps(const Profile& profile, const Events& events) {
  for (uint32_t e = 0; e < events.size(); ++e) {
    const StringId name = EventName(profile, events, e);
    if (IsAroundStep(profile, name, events.step[e]) || IsJitCall(profile.strings[name])) {
      return true;
    }
    if (events.op[e].valid() && IsFrameworkOp(profile, events.op[e])) return true;
  }
  return false;
}

std::map<StringId, PythonOfThreads> PythonBesideSteps(const Profile& profile, SourceId source) {
  std::map<StringId, PythonOfThreads> times;
  const Interval steps = StepsOf(profile, source);
  for (const Track track : Tracks(profile, HoldsThreadsWork)) {
    const Events& events = track.events;
    if (!(track.row.source == source) || TakesSteps(profile, events)) continue;
    std::set<StringId> of_thread;
    for (uint32_t e = 0; e < events.size(); ++e) {
      if (!events.op[e].valid()) continue;
      const OpRow& op = profile.ops.row[events.op[e]];
      if (profile.strings[op.type] != kPythonFunctionType || OnlyWaits(profile.strings[op.name])) {
        continue;
      }
      const Int128 inside =
          std::min(Int128{events.begin[e]} + events.duration[e], Int128{steps.end}) -
          std::max(events.begin[e], steps.begin);
      const Int128 own = std::min<Int128>(events.selves()[e], inside);
      if (own <= 0) continue;
      PythonOfThreads& of_function = times[op.name];
      of_function.time += own;
      of_function.threads += of_thread.insert(op.name).second ? 1 : 0;
    }
  }
  return times;
}

Int128 SpanOfSteps(const Profile& profile, SourceId source) {
  const Interval steps = StepsOf(profile, source);
  return steps.end > steps.begin ? Int128{steps.end} - steps.begin : Int128{0};
}

}  // namespace profiler
