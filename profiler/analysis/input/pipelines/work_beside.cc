#include "profiler/analysis/input/pipelines/work_beside.h"

#include <algorithm>
#include <cstdint>
#include <map>
#include <numeric>
#include <string_view>
#include <utility>
#include <vector>

#include "profiler/analysis/input/input_waits.h"
#include "profiler/analysis/ops/framework_op.h"
#include "profiler/analysis/selection/event_scan.h"
#include "profiler/analysis/time/interval_index.h"
#include "profiler/analysis/time/intervals.h"

namespace profiler {
namespace {

bool HasPipelineThread(const Profile& profile) {
  const auto& tracks = profile.tracks.values();
  return std::any_of(tracks.begin(), tracks.end(), [&](const TrackRow& track) {
    return IsPipelineThread(profile.strings[track.name]);
  });
}

// By op, whether it computes for all of its time.
std::vector<char> ComputingOps(const Profile& profile) {
  std::vector<char> compute(profile.op_count());
  for (uint32_t op = 0; op < compute.size(); ++op) {
    const OpRow& row = profile.ops.row[OpId(op)];
    const std::string_view type = profile.strings[row.type];
    const bool may_wait =
        IsInputOp(profile.strings[row.name], type) || CallsPython(type) || ReadsFiles(type);
    compute[op] = IsFrameworkOp(profile, OpId(op)) && !may_wait ? 1 : 0;
  }
  return compute;
}

// When ops of the judged steps wait for input: what the pipeline does then is not beside the steps.
IntervalIndex InputWaits(const Selected& selected, const std::vector<char>& is_judged) {
  const Profile& profile = selected.profile();
  std::vector<char> waits(profile.op_count());
  for (uint32_t op = 0; op < waits.size(); ++op) {
    const OpRow& row = profile.ops.row[OpId(op)];
    const bool is_runtime = row.kind == OpKind::kRuntime;
    waits[op] = WaitsForInput(profile.strings[is_runtime ? row.name : row.type]) ? 1 : 0;
  }
  std::vector<Interval> times;
  for (const Track track : Tracks(selected, HoldsThreadsWork)) {
    const Events& events = track.events;
    for (uint32_t e = 0; e < events.size(); ++e) {
      const OpId op = events.op[e];
      if (!op.valid() || waits[op.row()] == 0) continue;
      if (!events.step[e].valid() || is_judged[events.step[e].row()] == 0) continue;
      times.push_back({events.begin[e], events.begin[e] + events.duration[e]});
    }
  }
  return IntervalIndex(United(std::move(times)));
}

}  // namespace

InputWorkBeside InputWorkBesideSteps(const Selected& selected, const StepTimings& timings) {
  const Profile& profile = selected.profile();
  InputWorkBeside beside;
  if (profile.sources.size() != 1 || timings.is_whole) return beside;
  std::vector<char> is_judged(profile.steps.size());
  for (const StepId step : timings.ids) is_judged[step.row()] = 1;
  if (!HasPipelineThread(profile)) return beside;
  const std::vector<char> compute = ComputingOps(profile);
  const IntervalIndex waits = InputWaits(selected, is_judged);
  std::map<StringId, Int128> by_op;
  for (const Track track : Tracks(selected, HoldsThreadsWork)) {
    if (!IsPipelineThread(profile.strings[track.row.name])) continue;
    const Events& events = track.events;
    std::vector<char> is_inside(events.size());
    for (uint32_t e = 0; e < events.size(); ++e) {
      const uint32_t parent = events.ParentOf(e);
      const OpId op = events.op[e];
      const bool computes = op.valid() && compute[op.row()] != 0;
      const bool is_below = parent != Events::kNoParent && is_inside[parent] != 0;
      is_inside[e] = is_below || computes ? 1 : 0;
      const StepId step = events.step[e];
      if (is_below || !computes || !step.valid() || is_judged[step.row()] == 0) continue;
      const int64_t begin = events.begin[e], end = begin + events.duration[e];
      const Int128 time = Int128{events.duration[e]} - waits.Of(begin, end);
      beside.time += time;
      by_op[profile.ops.row[op].name] += time;
    }
  }
  beside.steps = std::accumulate(timings.totals.begin(), timings.totals.end(), 0.0);
  for (const auto& [name, time] : by_op) {
    if (time <= beside.of_top) continue;
    beside.top = name;
    beside.of_top = time;
  }
  return beside;
}

}  // namespace profiler
