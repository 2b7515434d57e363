#include "profiler/analysis/phases/host_ops/top_runtime_call.h"

#include <algorithm>
#include <cstdint>
#include <map>
#include <string_view>

#include "profiler/analysis/accelerators/host_waits.h"
#include "profiler/analysis/phases/host_ops/work_times.h"
#include "profiler/analysis/selection/event_scan.h"
#include "profiler/analysis/selection/same_step.h"
#include "profiler/base/int128.h"
#include "profiler/store/derive/work_of_ops.h"

namespace profiler {
namespace {

// Other findings and parts of a step tell of launches, copies and waits.
bool IsOtherRuntimeCall(std::string_view name) {
  if (!IsOfDeviceRuntime(name) || OnlyWaits(name)) return false;
  for (const std::string_view word : {"Launch", "Memcpy", "Memset", "Synchronize"}) {
    if (name.find(word) != name.npos) return false;
  }
  return true;
}

}  // namespace

TopRuntimeCall FindTopRuntimeCall(const Selected& selected, const std::vector<StepTimings>& runs) {
  const Profile& profile = selected.profile();
  std::vector<char> is_asked(profile.op_count());
  for (uint32_t i = 0; i < is_asked.size(); ++i) {
    const OpRow& op = profile.ops.row[OpId(i)];
    is_asked[i] =
        op.kind == OpKind::kRuntime && IsOtherRuntimeCall(profile.strings[op.name]) ? 1 : 0;
  }
  if (std::find(is_asked.begin(), is_asked.end(), 1) == is_asked.end()) return {};
  const std::vector<char> is_typical = TypicalSteps(profile, runs);
  const std::vector<IntervalIndex> work = WorkIndexes(selected);
  std::map<StringId, Int128> times;
  std::vector<char> has_events(profile.steps.size());
  for (const Track track : Tracks(selected, HoldsThreadsWork)) {
    if (!track.row.source.valid()) continue;
    const Events& events = track.events;
    for (uint32_t e = 0; e < events.size(); ++e) {
      const StepId step = events.step[e];
      if (!step.valid() || is_typical[SameStep(profile, step).row()] == 0) continue;
      has_events[step.row()] = 1;
      const OpId op = events.op[e];
      if (!op.valid() || is_asked[op.row()] == 0) continue;
      const int64_t begin = events.begin[e], end = begin + events.duration[e];
      times[profile.ops.row[op].name] +=
          Int128{end} - begin - work[track.row.source.row()].Of(begin, end);
    }
  }
  const auto top = std::max_element(
      times.begin(), times.end(), [](const auto& a, const auto& b) { return a.second < b.second; });
  Int128 span = 0;
  for (uint32_t i = 0; i < has_events.size(); ++i) {
    const StepRow& step = profile.steps[StepId(i)];
    if (has_events[i] != 0) span += Int128{step.end} - step.begin;
  }
  if (top == times.end() || span <= 0) return {};
  return {top->first, static_cast<double>(top->second) / static_cast<double>(span)};
}

}  // namespace profiler
