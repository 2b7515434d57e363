#include "profiler/analysis/phases/top_host_op.h"

#include <algorithm>
#include <map>
#include <utility>

#include "profiler/analysis/input/input_waits.h"
#include "profiler/analysis/ops/framework_op.h"
#include "profiler/analysis/ops/op_device_times.h"
#include "profiler/analysis/phases/judged_steps.h"
#include "profiler/analysis/phases/user_marks.h"
#include "profiler/analysis/selection/event_scan.h"
#include "profiler/analysis/selection/op_events.h"
#include "profiler/analysis/selection/same_step.h"
#include "profiler/analysis/time/interval_index.h"
#include "profiler/analysis/time/intervals.h"
#include "profiler/base/status.h"
#include "profiler/base/value.h"
#include "profiler/store/profile.h"

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
  const std::vector<char> is_judged = JudgedSteps(profile, runs);
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
  const auto is_less = [](const auto& a, const auto& b) { return a.second < b.second; };
  const auto top = std::max_element(self.begin(), self.end(), is_less);
  const auto mark = std::max_element(marks.begin(), marks.end(), is_less);
  TopHostOp found;
  found.has_ops = !self.empty();
  const double share = top == self.end() || of_ops == 0 ? 0 : ShareOf(top->second, of_ops);
  const Int128 of_steps = TimeOfSteps(profile, is_judged);
  if (share >= kLeastOfHost) {
    found.name = profile.strings[top->first.first];
    found.of_steps = of_steps == 0 ? 0 : ShareOf(top->second, of_steps);
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
