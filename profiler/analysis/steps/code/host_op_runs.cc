#include "profiler/analysis/steps/code/host_op_runs.h"

#include <algorithm>
#include <set>
#include <string_view>
#include <utility>

#include "profiler/analysis/accelerators/host_waits.h"
#include "profiler/analysis/selection/in_steps.h"
#include "profiler/analysis/selection/same_step.h"

namespace profiler {
namespace {

constexpr size_t kFewestSteps = 3;  // in one of two, ops may run for the first time

}  // namespace

HostOpRuns::HostOpRuns(const Selected& selected, const std::vector<StepTimings>& timings,
                       double least)
    : selected_(selected),
      profile_(selected.profile()),
      is_judged_(TypicalSteps(profile_, timings)) {
  const std::vector<char> waits = WaitingOps(profile_);
  is_op_.reserve(profile_.op_count());
  for (const OpRow& op : profile_.ops.row.values()) {
    const std::string_view name = profile_.strings[op.name];
    // Of a device that was not recorded, what fetches values may wait for it.
    const bool waits_only = waits[is_op_.size()] != 0 || OnlyFetches(name);
    is_op_.push_back(name.starts_with("aten::") && !waits_only ? 1 : 0);
  }
  const double in_long = FindStepsAndLongRuns();
  for (auto& [step, duration] : steps) {
    duration = static_cast<double>(profile_.steps[step].end) -
               static_cast<double>(profile_.steps[step].begin);
    all += duration;
  }
  // Half of the runs of AlikeOps may be shorter, and take at most as much as the others.
  if (steps.size() < kFewestSteps || all <= 0 || 2 * in_long < least * all) return;
  for (const Track track : Tracks(profile_, IsInTotals)) {
    if (!IsAccelerator(track.row)) AddTrack(track);
  }
}

bool HostOpRuns::IsJudged(const Track& track, uint32_t event) const {
  return IsInSelectedStep(selected_, track, event) &&
         is_judged_[SameStep(profile_, track.events.step[event]).row()] != 0;
}

double HostOpRuns::FindStepsAndLongRuns() {
  double time = 0;
  std::set<StringId> names;
  for (const Track track : Tracks(profile_, IsInTotals)) {
    if (IsAccelerator(track.row)) continue;
    const Events& events = track.events;
    StepId last;
    for (uint32_t e = 0; e < events.size(); ++e) {
      const OpId op = events.op[e];
      if (!op.valid() || !IsJudged(track, e)) continue;
      if (!(events.step[e] == last)) steps.try_emplace(last = events.step[e]);
      const auto self = static_cast<double>(events.selves()[e]);
      if (is_op_[op.row()] == 0 || self < kTimeSlice) continue;
      time += self;
      names.insert(profile_.ops.row[op].name);
    }
  }
  for (uint32_t op = 0; op < is_op_.size(); ++op) {
    if (!names.contains(profile_.ops.row[OpId(op)].name)) is_op_[op] = 0;
  }
  return time;
}

bool HostOpRuns::GoesOn(const Events& events, uint32_t e) const {
  const uint32_t parent = events.ParentOf(e);
  return parent != Events::kNoParent && events.op[parent].valid() &&
         events.step[parent] == events.step[e] &&
         profile_.ops.row[events.op[parent]].name == profile_.ops.row[events.op[e]].name;
}

template <typename Take>
void HostOpRuns::ForEachRun(const Track& track, const Take& take) const {
  const Events& events = track.events;
  for (uint32_t e = 0; e < events.size(); ++e) {
    const OpId op = events.op[e];
    if (op.valid() && is_op_[op.row()] != 0 && IsJudged(track, e)) take(e, op);
  }
}

void HostOpRuns::AddTrack(const Track& track) {
  const Events& events = track.events;
  // Of ops whose shapes were not recorded: the calls of a name in a step, all and so far. Where
  // steps call it more or less often, the same number is not the same call.
  struct CallsInStep {
    int64_t all = 0, so_far = 0;
  };
  absl::flat_hash_map<std::pair<StepId, StringId>, CallsInStep> in_step;
  ForEachRun(track, [&](uint32_t e, OpId op) {
    const OpRow& row = profile_.ops.row[op];
    if (GoesOn(events, e)) return;
    if (!row.input_shapes.valid()) ++in_step[{events.step[e], row.name}].all;
  });
  absl::flat_hash_map<uint32_t, size_t> run_of;  // by event, an index into `runs`
  const size_t first = runs.size();
  ForEachRun(track, [&](uint32_t e, OpId op) {
    const OpRow& row = profile_.ops.row[op];
    const StepId step = events.step[e];
    const auto time = static_cast<float>(events.selves()[e]);
    if (GoesOn(events, e)) {
      const size_t run = run_of.at(events.ParentOf(e));
      runs[run].time += time;
      run_of.emplace(e, run);
      return;
    }
    const bool has_shapes = row.input_shapes.valid();
    Key key = {row.name, row.input_shapes, row.input_types, TrackId(), 0, 0};
    if (!has_shapes) {
      CallsInStep& of_name = in_step[{step, row.name}];
      key = {row.name, {}, {}, track.id, of_name.so_far++, of_name.all};
    }
    const auto next = static_cast<uint32_t>(calls.size());
    const auto [found, is_new] = by_key_.try_emplace(key, next);
    if (is_new)
      calls.push_back({.name = row.name, .op = op, .has_shapes = has_shapes, .times = {}});
    SameCalls& same = calls[found->second];
    same.shortest = std::min(same.shortest, static_cast<double>(events.duration[e]));
    run_of.emplace(e, runs.size());
    runs.push_back({found->second, time, step});
  });
  for (size_t i = first; i < runs.size(); ++i) calls[runs[i].calls].times.push_back(runs[i].time);
}

}  // namespace profiler
