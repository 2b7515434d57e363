#include "profiler/analysis/phases/top_host_op.h"

#include <algorithm>
#include <map>
#include <string_view>
#include <utility>

#include "profiler/analysis/input/input_waits.h"
#include "profiler/analysis/ops/framework_op.h"
#include "profiler/analysis/ops/op_device_times.h"
#include "profiler/analysis/phases/eager_calls.h"
#include "profiler/analysis/phases/user_marks.h"
#include "profiler/analysis/selection/event_scan.h"
#include "profiler/analysis/selection/op_events.h"
#include "profiler/analysis/selection/same_step.h"
#include "profiler/analysis/time/interval_index.h"
#include "profiler/analysis/time/intervals.h"
#include "profiler/base/status.h"
#include "profiler/base/value.h"
#include "profiler/store/event_name.h"
#include "profiler/store/profile.h"
#include "profiler/store/row_facts.h"

namespace profiler {
namespace {

// Of several ops the one with most time is not worth a name if it takes less of the host's time.
constexpr double kLeastOfHost = 0.1;

// Of all sources together.
Int128 TimeOfSteps(const Profile& profile, const std::vector<char>& is_judged) {
  Int128 time = 0;
  for (uint32_t i = 0; i < profile.steps.size(); ++i) {
    const StepRow& step = profile.steps[StepId(i)];
    const StepId same = SameStep(profile, StepId(i));
    const bool is_twice = same != StepId(i) && profile.steps[same].source == step.source;
    if (is_judged[same.row()] == 0 || is_twice) continue;
    if (step.begin != kUnknown && step.end != kUnknown) time += Int128{step.end} - step.begin;
  }
  return time;
}

// By source that has marks, when an op runs on any thread of a host.
std::vector<IntervalIndex> OpTimes(const Selected& selected, const UserMarks& marks) {
  const Profile& profile = selected.profile();
  std::vector<std::vector<Interval>> times(profile.sources.size());
  for (const Track track : Tracks(selected, HoldsThreadsWork)) {
    if (!marks.HasAny(track.row.source)) continue;
    std::vector<Interval>& of_source = times[track.row.source.row()];
    const Events& events = track.events;
    for (uint32_t e = 0; e < events.size(); ++e) {
      const OpId op = events.op[e];
      if (!op.valid() || !IsFrameworkOp(profile, WrittenOp(profile, op))) continue;
      AddToLast({events.begin[e], events.begin[e] + events.duration[e]}, of_source);
    }
  }
  std::vector<IntervalIndex> index;
  index.reserve(times.size());
  for (std::vector<Interval>& of_source : times) index.emplace_back(United(std::move(of_source)));
  return index;
}

// Calls `add` with each op that TensorFlow ran eagerly in a judged step, whose event names it, and
// the time in which no event in it is an op.
template <typename Add>
void ForEachEagerOp(const Selected& selected, const std::vector<char>& is_judged, const Add& add) {
  const Profile& profile = selected.profile();
  if (!profile.strings.Find(kEagerExecute).valid()) return;
  for (const Track track : Tracks(selected, HoldsThreadsWork)) {
    const Events& events = track.events;
    for (uint32_t e = 0; e < events.size(); ++e) {
      const StepId step = events.step[e];
      if (!step.valid() || is_judged[SameStep(profile, step).row()] == 0) continue;
      if (IsStepByTime(events, e)) continue;
      const StringId name = EventName(profile, events, e);
      const std::string_view op = name.valid() ? EagerOp(profile.strings[name]) : "";
      if (op.empty()) continue;
      const int64_t end = events.begin[e] + events.duration[e];
      int64_t time = events.duration[e], until = events.begin[e];
      for (uint32_t i = e + 1; i < events.size() && events.begin[i] < end; ++i) {
        const OpId in = events.op[i];
        if (events.begin[i] < until || !in.valid() || !IsFrameworkOp(profile, in)) continue;
        until = events.begin[i] + events.duration[i];
        time -= events.duration[i];
      }
      add(op, std::max<int64_t>(time, 0));
    }
  }
}

// The time of a mark in which no op or mark in it runs, and no op on another thread.
Int128 TimeWithoutOps(const Profile& profile, const OpEvent& mark, const IntervalIndex& ops) {
  const Events& events = profile.events[mark.track];
  const int64_t end = events.begin[mark.row] + mark.duration;
  int64_t at = events.begin[mark.row];
  Int128 time = 0;
  const auto add_until = [&](int64_t until) {
    if (until > at) time += Int128{until} - at - ops.Of(at, until);
  };
  for (uint32_t e = mark.row + 1; e < events.size() && events.begin[e] < end; ++e) {
    const OpId op = events.op[e];
    if (!op.valid() || profile.ops.row[op].kind == OpKind::kRuntime) continue;
    add_until(events.begin[e]);
    at = std::max(at, events.begin[e] + events.duration[e]);
  }
  add_until(end);
  return time;
}

}  // namespace

absl::StatusOr<TopHostOp> FindTopHostOp(const Selected& selected,
                                        const std::vector<StepTimings>& runs, RunContext& context) {
  const Profile& profile = selected.profile();
  const std::vector<char> is_judged = TypicalSteps(profile, runs);
  // By the name and type of ops as the user wrote them: ops of several modules may share these.
  std::map<std::pair<StringId, StringId>, Int128> self;
  std::map<StringId, Int128> marks;  // the time of users' marks in which no op in them ran
  const UserMarks user_marks(profile);
  const std::vector<IntervalIndex> op_times = OpTimes(selected, user_marks);
  Int128 of_ops = 0, of_marks = 0;
  PROFILER_RETURN_IF_ERROR(ForEachOpEvent(
      selected, [](const OpRow& op) { return op.kind != OpKind::kRuntime; },
      [&](const OpEvent& event) {
        const StepId step = profile.events[event.track].step[event.row];
        if (event.on_device || !step.valid() || is_judged[SameStep(profile, step).row()] == 0) {
          return;
        }
        const OpId op = WrittenOp(profile, event.op);
        const OpRow& row = profile.ops.row[op];
        if (IsFrameworkOp(profile, op)) {
          self[{row.name, row.type}] += event.self;
          of_ops += event.self;
        } else if (user_marks.Has(op) && row.name != profile.steps[step].name &&
                   !IsMarkOfFramework(profile.strings[row.name]) &&
                   !WaitsForInput(profile.strings[row.name])) {
          const SourceId source = profile.tracks[event.track].source;
          const Int128 time = TimeWithoutOps(profile, event, op_times[source.row()]);
          marks[row.name] += time;
          of_marks += time;
        }
      },
      context));
  std::map<std::string_view, Int128> eager;
  ForEachEagerOp(selected, is_judged, [&](std::string_view op, int64_t time) {
    eager[op] += time;
    of_ops += time;
  });
  const auto is_less = [](const auto& a, const auto& b) { return a.second < b.second; };
  const auto top = std::max_element(self.begin(), self.end(), is_less);
  const auto mark = std::max_element(marks.begin(), marks.end(), is_less);
  TopHostOp found;
  found.has_ops = !self.empty() || !eager.empty();
  std::string_view top_name = top == self.end() ? "" : profile.strings[top->first.first];
  Int128 top_time = top == self.end() ? 0 : top->second;
  const auto top_eager = std::max_element(eager.begin(), eager.end(), is_less);
  if (top_eager != eager.end() && top_eager->second > top_time) {
    top_name = top_eager->first;
    top_time = top_eager->second;
  }
  const double share = of_ops == 0 ? 0 : ShareOf(top_time, of_ops);
  const Int128 of_steps = TimeOfSteps(profile, is_judged);
  if (share >= kLeastOfHost) {
    found.name = top_name;
    found.of_steps = of_steps == 0 ? 0 : ShareOf(top_time, of_steps);
  }
  found.ops_of_steps = of_steps == 0 ? 0 : ShareOf(of_ops, of_steps);
  const Int128 all = of_ops + of_marks;
  found.marks_share = all == 0 ? 0 : ShareOf(of_marks, all);
  const double mark_share = mark == marks.end() || all == 0 ? 0 : ShareOf(mark->second, all);
  if (mark_share >= kLeastOfHost) {
    found.mark = profile.strings[mark->first];
    found.mark_of_steps = of_steps == 0 ? 0 : ShareOf(mark->second, of_steps);
  }
  return found;
}

}  // namespace profiler
