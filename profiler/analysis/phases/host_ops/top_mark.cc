#include "profiler/analysis/phases/host_ops/top_mark.h"

#include <algorithm>
#include <map>
#include <set>
#include <utility>

#include "profiler/analysis/input/call_name.h"
#include "profiler/analysis/phases/user_marks.h"
#include "profiler/analysis/selection/event_scan.h"
#include "profiler/analysis/selection/in_steps.h"
#include "profiler/analysis/selection/same_step.h"
#include "profiler/analysis/time/intervals.h"
#include "profiler/analysis/time/step_interval.h"
#include "profiler/base/int128.h"
#include "profiler/store/event_name.h"
#include "profiler/store/row_facts.h"

namespace profiler {
namespace {

struct MarkUse {
  std::map<SourceId, std::vector<Interval>> times;  // threads of a source may run at once
  std::set<StepId> steps;
};

// By op, whether it is a mark of the user's own work.
std::vector<char> MarksOfWork(const Profile& profile) {
  const UserMarks marks(profile);
  std::vector<char> found(profile.op_count());
  for (uint32_t i = 0; i < found.size(); ++i) {
    const OpId op(i);
    found[i] = marks.Has(op) && !IsMarkOfFramework(profile.strings[profile.ops.row[op].name]) &&
                       !IsInputCode(profile, op)
                   ? 1
                   : 0;
  }
  return found;
}

std::map<StringId, MarkUse> UsesOfMarks(const Selected& selected,
                                        const std::vector<char>& is_judged) {
  const Profile& profile = selected.profile();
  const std::vector<char> is_mark = MarksOfWork(profile);
  std::map<StringId, MarkUse> uses;
  for (const Track track : Tracks(profile, IsInTotals)) {
    if (IsAccelerator(track.row)) continue;
    const Events& events = track.events;
    for (uint32_t e = 0; e < events.size(); ++e) {
      const OpId op = events.op[e];
      if (!op.valid() || is_mark[op.row()] == 0) continue;
      if (!IsInSelectedStep(selected, track, e)) continue;
      const StepId step = SameStep(profile, events.step[e]);
      const StringId name = EventName(profile, events, e);
      if (is_judged[step.row()] == 0 || !name.valid()) continue;
      if (IsAroundStep(profile, name, events.step[e])) continue;
      const Interval time = PartInStep(profile.steps[events.step[e]],
                                       {events.begin[e], events.begin[e] + events.duration[e]});
      if (time.begin >= time.end) continue;
      MarkUse& use = uses[name];
      AddToLast(time, use.times[track.row.source]);
      use.steps.insert(step);
    }
  }
  return uses;
}

// The judged steps at the selected places, once for each source: marks are summed over sources,
// too.
struct StepsOfSources {
  Int128 time = 0;
  size_t steps = 0;
};
StepsOfSources JudgedStepsOf(const Selected& selected, const std::vector<char>& is_judged) {
  const Profile& profile = selected.profile();
  StepsOfSources sum;
  for (uint32_t i = 0; i < profile.steps.size(); ++i) {
    const StepId id(i), same = SameStep(profile, id);
    const StepRow& step = profile.steps[id];
    const bool is_twice = same != id && profile.steps[same].source == step.source;
    if (is_judged[same.row()] == 0 || is_twice) continue;
    if (step.begin == kUnknown || step.end == kUnknown || step.end <= step.begin) continue;
    if (!selected.source_filter().Has(id, DeviceId())) continue;
    sum.time += Int128{step.end} - step.begin;
    ++sum.steps;
  }
  return sum;
}

}  // namespace

TopMark FindTopMark(const Selected& selected, const std::vector<StepTimings>& runs) {
  constexpr double kNearlyAll = 0.9;
  const Profile& profile = selected.profile();
  const std::vector<char> is_judged = TypicalSteps(profile, runs);
  TopMark top;
  for (const StepTimings& run : runs) {
    top.steps +=
        static_cast<size_t>(std::count_if(run.ids.begin(), run.ids.end(), [&](StepId step) {
          return is_judged[SameStep(profile, step).row()] != 0;
        }));
  }
  const StepsOfSources all = JudgedStepsOf(selected, is_judged);
  if (all.time <= 0) return top;
  for (auto& [name, use] : UsesOfMarks(selected, is_judged)) {
    Int128 time = 0;
    for (auto& [source, times] : use.times) time += TotalLength(std::move(times));
    const double share = static_cast<double>(time) / static_cast<double>(all.time);
    // What a few steps do is not what steps do.
    if (2 * use.steps.size() < top.steps) continue;
    if (share <= top.of_steps || share >= kNearlyAll) continue;
    top.name = name;
    top.of_steps = share;
    top.time_of_step = static_cast<double>(time) / static_cast<double>(all.steps);
    top.in_steps = std::min(use.steps.size(), top.steps);
  }
  return top;
}

}  // namespace profiler
