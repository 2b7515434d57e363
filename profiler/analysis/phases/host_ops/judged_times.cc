#include "profiler/analysis/phases/host_ops/judged_times.h"

#include <algorithm>

#include "profiler/analysis/phases/host_ops/host_parts.h"
#include "profiler/analysis/selection/event_scan.h"
#include "profiler/analysis/selection/same_step.h"
#include "profiler/store/row_facts.h"

namespace profiler {

std::pair<Int128, int64_t> TimeOfSteps(const Profile& profile, const std::vector<char>& is_judged) {
  std::pair<Int128, int64_t> sum;
  for (uint32_t i = 0; i < profile.steps.size(); ++i) {
    const StepRow& step = profile.steps[StepId(i)];
    const StepId same = SameStep(profile, StepId(i));
    const bool is_twice = same != StepId(i) && profile.steps[same].source == step.source;
    if (is_judged[same.row()] == 0 || is_twice) continue;
    if (step.begin == kUnknown || step.end == kUnknown) continue;
    sum.first += Int128{step.end} - step.begin;
    ++sum.second;
  }
  return sum;
}

std::vector<std::vector<Interval>> TimesOfSteps(const Profile& profile,
                                                const std::vector<char>& is_judged) {
  std::vector<std::vector<Interval>> times(profile.sources.size());
  for (uint32_t i = 0; i < profile.steps.size(); ++i) {
    const StepRow& step = profile.steps[StepId(i)];
    if (is_judged[SameStep(profile, StepId(i)).row()] == 0) continue;
    if (step.begin == kUnknown || step.end == kUnknown) continue;
    AddToLast({step.begin, step.end}, times[step.source.row()]);
  }
  for (std::vector<Interval>& of_source : times) of_source = United(std::move(of_source));
  return times;
}

std::vector<IntervalIndex> OpTimes(const Selected& selected, const UserMarks& marks,
                                   const std::vector<IntervalIndex>& hidden) {
  const Profile& profile = selected.profile();
  std::vector<std::vector<Interval>> times;
  times.reserve(hidden.size());
  for (const IntervalIndex& of_source : hidden) times.push_back(of_source.intervals());
  for (const Track track : Tracks(selected, HoldsThreadsWork)) {
    if (!marks.HasAny(track.row.source)) continue;
    std::vector<Interval>& of_source = times[track.row.source.row()];
    const Events& events = track.events;
    for (uint32_t e = 0; e < events.size(); ++e) {
      const OpId op = events.op[e];
      if (!op.valid() || !IsWrittenOp(profile, op)) continue;
      AddToLast({events.begin[e], events.begin[e] + events.duration[e]}, of_source);
    }
  }
  std::vector<IntervalIndex> index;
  index.reserve(times.size());
  for (std::vector<Interval>& of_source : times) index.emplace_back(United(std::move(of_source)));
  return index;
}

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

}  // namespace profiler
